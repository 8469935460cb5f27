import type { Call } from '@foyer/contract/call';
import { type Api, createApi } from '@foyer/contract/api-client';
import { isLanguage } from '@foyer/contract/language';
import type { PageConfig, PageVariant } from '@foyer/contract/pages/page-config';
import { resultCodes } from '@foyer/contract/result-codes';
import { pageRoutes, ssoMiddlePath } from '@foyer/contract/pages/page-routes';
import { tokenHeader, tokenWayHeader } from '@foyer/contract/flows/sso-headers';
import { cookiesNeeded, cookiesWork } from '../storage/cookies.ts';
import { load, remove, save } from '../storage/persisted.ts';
import { trackCalls } from '../analytics/track-calls.ts';
import { keepRefusals } from './keep-refusals.ts';
import { navigate } from '../navigation/navigate.ts';
import { waitForNetwork } from './wait-for-network.ts';

export type ApiBases = Pick<PageConfig, 'apiBase' | 'helpBase'>;

/** Makes the calls of this page, in its current language. */
export function createPageApi({ apiBase, helpBase = apiBase }: ApiBases, variant: PageVariant): Api {
  const language = () => (isLanguage(document.documentElement.lang) ? document.documentElement.lang : variant.language);
  const [api, helpApi] = [apiBase, helpBase].map((base) =>
    createApi({ base, language, send: (url, init) => fetch(url, init) }),
  ) as [Api, Api];
  const byPath: Api = (call, ...rest) => (call.path.startsWith('/webserver/') ? helpApi : api)(call, ...rest);
  return keepRefusals(trackCalls(withoutCookies(waitForNetwork(byPath), variant)), language);
}

/**
 * Without cookies no session is possible: the first call that needs one leads to the cookie hint. Only SSO continues,
 * with its token in the memory of this page instead of a cookie.
 */
function withoutCookies(api: Api, { page }: PageVariant): Api {
  let token: string | undefined;
  const worksWithoutCookies = ({ path, variableHeaders = {} }: Call) =>
    tokenWayHeader in variableHeaders && (page === 'ssoMiddle' || path.includes('/sso/'));

  return async (call, request, options) => {
    if ((!worksWithoutCookies(call) && !needsCookies(call)) || cookiesWork()) return api(call, request, options);
    if (!worksWithoutCookies(call)) {
      const message = await askForCookies();
      return message === undefined
        ? api(call, request, options)
        : { is: 'refused', code: resultCodes.notSignedIn, message };
    }
    // The page chooses its browser id before the call: a retry after a lost response has the same one, and the access code
    // of a return from the company works for this page only.
    if (page === 'ssoMiddle') token ??= takeBrowserId();
    else token = saveBrowserId(token ?? newBrowserId());
    const headers = { ...options?.headers, [tokenWayHeader]: 'header', ...(token && { [tokenHeader]: token }) };
    const result = await api(call, request, { ...options, headers });
    if ('data' in result) token = tokenOf(result.data) ?? token;
    return result;
  };
}

/**
 * Resolves when the hint has been shown: with the reason to show if cookies are still off. A page that does not explain it
 * in place is left for the cookie hint.
 */
const askForCookies = () =>
  new Promise<string | undefined>((answer) => {
    const explainsInPlace = !dispatchEvent(new CustomEvent(cookiesNeeded, { cancelable: true, detail: { answer } }));
    if (!explainsInPlace) navigate(`${pageRoutes.cookieHint}${location.search}`);
  });

/** Reads need no cookie, except requests for a QR code: the cookie identifies the browser that shows it. */
const needsCookies = ({ method, path }: Call) => method !== 'GET' || path.startsWith('/login/oauth/');

const tokenOf = (data: unknown) =>
  typeof data === 'object' && data !== null && 'token' in data && typeof data.token === 'string'
    ? data.token
    : undefined;

/** Saves the id for the way to the company and back. Undefined where the storage is blocked: it could not be sent again. */
const saveBrowserId = (id: string) => (save('browserId', id, 'browserTab', ssoMiddlePath) ? id : undefined);

/** From here on the id is in memory only. */
function takeBrowserId(): string {
  const saved = load('browserId');
  remove('browserId');
  return typeof saved === 'string' && /^[\w-]{43}$/.test(saved) ? saved : newBrowserId();
}

/** As long as an id of the service. */
const newBrowserId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(22)), (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .slice(1);
