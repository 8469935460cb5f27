import { redirectKindOf } from '@foyer/contract/flows/event-values';
import { type PageName, pageRoutes, ssoMiddlePath } from '@foyer/contract/pages/page-routes';
import {
  type RedirectAllowlist,
  allowedLink,
  allowedRedirect,
  firstAllowedRedirect,
} from '@foyer/contract/rules/redirect-rules';
import { cookiesWork } from '../storage/cookies.ts';
import { startAnalytics } from '../analytics/analytics.ts';
import { track } from '../analytics/track.ts';
import { remove, save, load } from '../storage/persisted.ts';
import type { PageContext } from '../page-context.ts';

const gateOf = ({ config }: Pick<PageContext, 'config'>): RedirectAllowlist => ({
  origin: location.origin,
  allowed: [config.origin, ...config.allowedRedirects],
});

/** After sign-in: what the address asked for, else what the service says, else home. All of it through the gate. */
export function resolveRedirect(visit: PageContext, url: string | undefined): string {
  const { config, params, variant } = visit;
  const home = variant.device === 'pc' ? config.home : config.homeOnPhones;
  return reachable(firstAllowedRedirect([...params.redirects, url], gateOf(visit), home));
}

/** Where cookies are off, this site knows nobody who comes by an address: they are told so instead of being asked again. */
export function reachable(address: string): string {
  if (!address.startsWith(`${location.origin}/`) || cookiesWork()) return address;
  return `${location.origin}${pageRoutes.cookieHint}?${new URLSearchParams({ arrived: 'sso', redirectUrl: address })}`;
}

/** What the address asked for and the gate lets through. */
export const requestedRedirect = (visit: Pick<PageContext, 'config' | 'params'>): string | undefined =>
  visit.params.redirects.find((wish) => allowedRedirect(wish, gateOf(visit)));

/** Out of the door. Which page led where is counted, and of the address only whose it is. */
export function finishSignIn(visit: PageContext, address: string) {
  const { config, variant } = visit;
  startAnalytics(config, variant);
  const place = redirectKindOf(address, gateOf(visit), config.home);
  track({ name: 'url_redirect_analysis', url_source: variant.page, url_skip: place });
  navigate(address, variant.page);
}

/** What lies between a company's page and ours is done once, and not there to come back to. */
export function navigate(address: string, from?: PageName) {
  try {
    if (from === 'ssoMiddle') location.replace(address);
    else location.assign(address);
  } catch {
    location.href = address;
  }
}

/**
 * To a provider's page that the service named: any address that a link may have. The service remembers the wish of who
 * comes back signed in; the page, that of who has to begin again.
 */
export function navigateToProvider(url: string, wish: string | undefined, door?: 'wecom') {
  if (wish) save('wish', wish, 'tab', ssoMiddlePath);
  else remove('wish');
  if (door) save('door', door, 'tab', ssoMiddlePath);
  else remove('door');
  navigate(allowedLink(url, location.origin) ?? pageRoutes.login);
}

/** Whoever came by WeCom has no company to name here. */
export const cameFromWecom = () => load('door') === 'wecom';

/** The sign-in page once more, and from there to where the person wanted to go. */
export function signInAgainUrl(
  visit: Pick<PageContext, 'config' | 'params'>,
  asked: Record<string, string> = {},
): string {
  const kept = load('wish');
  const wish = requestedRedirect(visit) ?? (typeof kept === 'string' ? kept : undefined);
  const query = new URLSearchParams({ ...asked, ...(wish && { redirectUrl: wish }) }).toString();
  return query ? `${pageRoutes.login}?${query}` : pageRoutes.login;
}
