import { events } from '../event-limits.ts';
import { readUrl } from '../rules/read-url.ts';
import { type RedirectAllowlist, allowedRedirect } from '../rules/redirect-rules.ts';

/** Enumerated values for events: an event never carries a number or a URL. */

export const initTimes = ['0-250', '250-500', '500-1000', '1000-2000', '2000-4000', '4000+'] as const;

/** The bucket of the time from navigation to a usable page. */
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

/** The kind of origin a URL leads to. Path, query and fragment may hold an account or a token, so they are never tracked. */
export function redirectKindOf(
  url: string,
  allowlist: RedirectAllowlist,
  workspace: string,
): (typeof redirectKinds)[number] {
  const target = readUrl(url, allowlist.origin);
  if (!target) return 'other';
  const { origin, pathname } = target;
  const home = new URL(workspace, allowlist.origin);
  if (origin === home.origin && pathname === home.pathname) return 'workspace';
  if (allowedRedirect(url, allowlist) === undefined) return 'other';
  return origin === allowlist.origin ? 'own' : 'allowed';
}
