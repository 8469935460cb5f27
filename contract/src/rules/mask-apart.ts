import { mask } from './account-rules.ts';

/** The masked values of a change. Where both would read the same, each shows as much more at both ends as tells them apart. */
export function maskApart(before: string, after: string, more = 0): { before: string; after: string } {
  const masked = { before: maskLess(before, more), after: maskLess(after, more) };
  return masked.before !== masked.after || before === after ? masked : maskApart(before, after, more + 1);
}

/** `more` characters more at each end than `mask` shows, or all of a short value. */
function maskLess(principal: string, more: number): string {
  if (more === 0) return mask(principal);
  const at = principal.indexOf('@');
  if (at > 0) {
    const local = Array.from(principal.slice(0, at));
    const shown = more + 1;
    const end = local.length > shown * 2 ? local.slice(-shown) : [];
    return [...local.slice(0, shown), '***', ...end, principal.slice(at)].join('');
  }
  const hidden = principal.length - 7 - 2 * more;
  return hidden > 0 ? `${principal.slice(0, 3 + more)}${'*'.repeat(hidden)}${principal.slice(-4 - more)}` : principal;
}
