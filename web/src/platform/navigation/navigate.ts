import { placeOf } from '@foyer/contract/flows/event-values';
import { type PageName, pageRoutes, ssoMiddlePath } from '@foyer/contract/pages/page-routes';
import { type Gate, allowedLink, allowedTarget, firstAllowed } from '@foyer/contract/rules/redirect-rules';
import { cookiesWork } from '../storage/cookies.ts';
import { startTelling } from '../analytics/analytics.ts';
import { tell } from '../analytics/track.ts';
import { drop, keep, keptHere } from '../storage/persisted.ts';
import type { Visit } from '../page-context.ts';

const gateOf = ({ config }: Pick<Visit, 'config'>): Gate => ({
  origin: location.origin,
  allowed: [config.origin, ...config.allowedRedirects],
});

/** After sign-in: what the address asked for, else what the service says, else home. All of it through the gate. */
export function wayOut(visit: Visit, url: string | undefined): string {
  const { config, params, variant } = visit;
  const home = variant.device === 'pc' ? config.home : config.homeOnPhones;
  return reachable(firstAllowed([...params.redirects, url], gateOf(visit), home));
}

/** Where cookies are off, this site knows nobody who comes by an address: they are told so instead of being asked again. */
export function reachable(address: string): string {
  if (!address.startsWith(`${location.origin}/`) || cookiesWork()) return address;
  return `${location.origin}${pageRoutes.cookieHint}?${new URLSearchParams({ arrived: 'sso', redirectUrl: address })}`;
}

/** What the address asked for and the gate lets through. */
export const wishOf = (visit: Pick<Visit, 'config' | 'params'>): string | undefined =>
  visit.params.redirects.find((wish) => allowedTarget(wish, gateOf(visit)));

/** Out of the door. Which page led where is counted, and of the address only whose it is. */
export function leaveSignedIn(visit: Visit, address: string) {
  const { config, variant } = visit;
  startTelling(config, variant);
  const place = placeOf(address, gateOf(visit), config.home);
  tell({ name: 'url_redirect_analysis', url_source: variant.page, url_skip: place });
  leave(address, variant.page);
}

/** What lies between a company's page and ours is done once, and not there to come back to. */
export function leave(address: string, from?: PageName) {
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
export function leaveFor(url: string, wish: string | undefined, door?: 'wecom') {
  if (wish) keep('wish', wish, 'tab', ssoMiddlePath);
  else drop('wish');
  if (door) keep('door', door, 'tab', ssoMiddlePath);
  else drop('door');
  leave(allowedLink(url, location.origin) ?? pageRoutes.login);
}

/** Whoever came by WeCom has no company to name here. */
export const cameByWecom = () => keptHere('door') === 'wecom';

/** The sign-in page once more, and from there to where the person wanted to go. */
export function signInOnceMore(visit: Pick<Visit, 'config' | 'params'>, asked: Record<string, string> = {}): string {
  const kept = keptHere('wish');
  const wish = wishOf(visit) ?? (typeof kept === 'string' ? kept : undefined);
  const query = new URLSearchParams({ ...asked, ...(wish && { redirectUrl: wish }) }).toString();
  return query ? `${pageRoutes.login}?${query}` : pageRoutes.login;
}
