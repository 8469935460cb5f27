import { pageRoutes } from '@foyer/contract/page-routes';
import { type Gate, allowedLink, firstAllowed } from '@foyer/contract/redirect-rules';
import type { Visit } from './visit.ts';

const gateOf = ({ config }: Pick<Visit, 'config'>): Gate => ({
  origin: location.origin,
  allowed: [config.origin, ...config.allowedRedirects],
});

/** After sign-in: what the address asked for, else what the service says, else home. All of it through the gate. */
export function wayOut(visit: Visit, url: string | undefined): string {
  const { config, params, variant } = visit;
  const home = variant.device === 'pc' ? config.home : config.homeOnPhones;
  return firstAllowed([...params.redirects, url], gateOf(visit), home);
}

export function leave(address: string) {
  try {
    location.assign(address);
  } catch {
    location.href = address;
  }
}

/** To a provider's page that the service named: any address that a link may have. */
export const leaveFor = (url: string) => leave(allowedLink(url, location.origin) ?? pageRoutes.login);
