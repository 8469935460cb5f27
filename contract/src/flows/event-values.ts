import { events } from '../event-limits.ts';
import { type RedirectAllowlist, allowedRedirect } from '../rules/redirect-rules.ts';

/** What an event may say instead of a number or an address: one of a few words. */

export const initTimes = ['0-250', '250-500', '500-1000', '1000-2000', '2000-4000', '4000+'] as const;

/** From navigation to a page that can be used, in milliseconds. */
export function initTimeOf(milliseconds: number): (typeof initTimes)[number] {
  const step = events.initTimeSteps.findIndex((end) => milliseconds < end);
  return initTimes[step] ?? '4000+';
}

export const vitals = ['LCP', 'INP', 'CLS', 'FCP', 'TTFB'] as const;
export const ratings = ['good', 'middling', 'poor'] as const;

export function ratingOf(vital: (typeof vitals)[number], value: number): (typeof ratings)[number] {
  const { good, middling } = events.vitals[vital];
  return value <= good ? 'good' : value <= middling ? 'middling' : 'poor';
}

export const redirectKinds = ['own', 'workspace', 'allowed', 'other'] as const;

/** Of an address nothing is told but whose it is: path, parameters and fragment may carry an account or a token. */
export function redirectKindOf(
  address: string,
  gate: RedirectAllowlist,
  workspace: string,
): (typeof redirectKinds)[number] {
  if (!URL.canParse(address, gate.origin)) return 'other';
  const { origin, pathname } = new URL(address, gate.origin);
  const home = new URL(workspace, gate.origin);
  if (origin === home.origin && pathname === home.pathname) return 'workspace';
  if (allowedRedirect(address, gate) === undefined) return 'other';
  return origin === gate.origin ? 'own' : 'allowed';
}
