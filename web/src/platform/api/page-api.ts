import type { Call } from '@foyer/contract/call';
import { type Api, createApi } from '@foyer/contract/api-client';
import { isLanguage } from '@foyer/contract/language';
import type { PageVariant } from '@foyer/contract/pages/page-config';
import { pageRoutes } from '@foyer/contract/pages/page-routes';
import { tokenHeader, tokenWayHeader } from '@foyer/contract/flows/sso-headers';
import { cookiesWork } from '../storage/cookies.ts';
import { trackCalls } from '../analytics/track-calls.ts';
import { localizeRefusals } from './localize-refusals.ts';
import { navigate } from '../navigation/navigate.ts';

/** The calls of this page, in the language it speaks at the moment. */
export function createPageApi(base: string, variant: PageVariant): Api {
  const language = () => (isLanguage(document.documentElement.lang) ? document.documentElement.lang : variant.language);
  const wire = createApi({ base, language, send: (url, init) => fetch(url, init) });
  return localizeRefusals(trackCalls(withoutCookies(wire, variant)), language);
}

/**
 * Where cookies are off, nobody can be signed in: the first call that would change something leads to the page that tells
 * how to turn them on. A company's sign-in alone goes on, with what cookies would carry in this page's memory.
 */
function withoutCookies(api: Api, { page }: PageVariant): Api {
  let token: string | undefined;
  const goesOn = ({ path, variableHeaders = {} }: Call) =>
    tokenWayHeader in variableHeaders && (page === 'ssoMiddle' || path.includes('/sso/'));

  return async (call, ask, options) => {
    if ((!goesOn(call) && !needsThem(call)) || cookiesWork()) return api(call, ask, options);
    if (!goesOn(call)) {
      navigate(`${pageRoutes.cookieHint}${location.search}`);
      return new Promise(() => {});
    }
    // Named before it asks, it can ask again if the answer is lost.
    if (page === 'ssoMiddle') token ??= (await import('./page-name.ts')).newPageName();
    const headers = { ...options?.headers, [tokenWayHeader]: 'header', ...(token && { [tokenHeader]: token }) };
    const reply = await api(call, ask, { ...options, headers });
    if ('data' in reply) token = tokenOf(reply.data) ?? token;
    return reply;
  };
}

/** Reading does not, but for what sends a person elsewhere to scan: who comes back is known by their cookie. */
const needsThem = ({ method, path }: Call) => method !== 'GET' || path.startsWith('/login/oauth/');

const tokenOf = (data: unknown) =>
  typeof data === 'object' && data !== null && 'token' in data && typeof data.token === 'string'
    ? data.token
    : undefined;
