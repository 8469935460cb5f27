import { redirectKindOf } from '@foyer/contract/flows/event-values';
import { type PageName, isKeepAccountUrl, pageRoutes, ssoMiddlePath } from '@foyer/contract/pages/page-routes';
import {
  type RedirectAllowlist,
  allowedLink,
  allowedRedirect,
  firstAllowedRedirect,
} from '@foyer/contract/rules/redirect-rules';
import { cookiesWork } from '../storage/cookies.ts';
import { startAnalytics } from '../analytics/analytics.ts';
import { track } from '../analytics/track.ts';
import { endSharedSignIn } from '../storage/shared-computer.ts';
import { remove, save, load } from '../storage/persisted.ts';
import type { PageContext } from '../page-context.ts';

const redirectAllowlist = ({ config }: Pick<PageContext, 'config'>): RedirectAllowlist => ({
  origin: location.origin,
  allowed: [config.origin, ...config.allowedRedirects],
});

/** The URL to go to after sign-in: the first allowed one of the query parameters, the service's answer and home. */
export function resolveRedirect(page: PageContext, redirectUrl: string | undefined): string {
  const { config, params, variant } = page;
  // The page that asks whether to keep the account goes on to the requested URL by itself.
  if (isKeepAccountUrl(redirectUrl)) return orCookieHint(`${location.origin}${redirectUrl}`);
  const home = variant.device === 'pc' ? config.home : config.homeOnPhones;
  return orCookieHint(firstAllowedRedirect([...params.redirects, redirectUrl], redirectAllowlist(page), home));
}

/** Without cookies a page of this site would ask for a sign-in again, so the cookie hint is shown instead. */
export function orCookieHint(url: string): string {
  if (!url.startsWith(`${location.origin}/`) || cookiesWork()) return url;
  return `${location.origin}${pageRoutes.cookieHint}?${new URLSearchParams({ arrived: 'sso', redirectUrl: url })}`;
}

/** The redirect URL of the query parameters, if it is allowed. */
export const requestedRedirect = (page: Pick<PageContext, 'config' | 'params'>): string | undefined =>
  page.params.redirects.find((url) => allowedRedirect(url, redirectAllowlist(page)));

/** Leaves for the redirect URL. Analytics learns the kind of URL, never the URL itself. */
export function finishSignIn(page: PageContext, redirectUrl: string) {
  const { config, variant } = page;
  endSharedSignIn();
  startAnalytics(config, variant);
  const kind = redirectKindOf(redirectUrl, redirectAllowlist(page), config.home);
  track({ name: 'url_redirect_analysis', url_source: variant.page, url_skip: kind });
  navigate(redirectUrl, variant.page);
}

/** The SSO return page leaves no history entry: its access code works only once. */
export function navigate(url: string, from?: PageName) {
  try {
    if (from === 'ssoMiddle') location.replace(url);
    else location.assign(url);
  } catch {
    location.href = url;
  }
}

/**
 * Goes to a provider's page that the service named. The service stores the redirect URL for a successful sign-in; the
 * page stores it for a person who has to start again.
 */
export function navigateToProvider(url: string, redirectUrl: string | undefined, provider?: 'wecom') {
  if (redirectUrl) save('redirectUrl', redirectUrl, 'browserTab', ssoMiddlePath);
  else remove('redirectUrl');
  if (provider) save('provider', provider, 'browserTab', ssoMiddlePath);
  else remove('provider');
  navigate(allowedLink(url, location.origin) ?? pageRoutes.login);
}

/** A person who came by WeCom has no company domain to enter. */
export const cameFromWecom = () => load('provider') === 'wecom';

/** The redirect URL of the sign-in that has come back from a provider. It is checked when it is used. */
export function storedRedirect(): string | undefined {
  const stored = load('redirectUrl');
  return typeof stored === 'string' ? stored : undefined;
}

/** The redirect URL of this sign-in, or of the one that has to start again. */
export const redirectToKeep = (page: Pick<PageContext, 'config' | 'params'>) =>
  requestedRedirect(page) ?? storedRedirect();

/** The sign-in page, with the redirect URL of the sign-in that has to start again. */
export function signInAgainUrl(
  page: Pick<PageContext, 'config' | 'params'>,
  params: Record<string, string> = {},
): string {
  const redirectUrl = redirectToKeep(page);
  const query = new URLSearchParams({ ...params, ...(redirectUrl && { redirectUrl }) }).toString();
  return query ? `${pageRoutes.login}?${query}` : pageRoutes.login;
}
