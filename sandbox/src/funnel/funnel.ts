/** How often an analytics event occurred on one day. */
export interface EventCount {
  day: string;
  name: string;
  details: string[];
  count: number;
}
export type EventCounts = () => Promise<readonly EventCount[]>;

/** The steps of the sign-in funnel. */
const steps = [
  { step: 'shown', matches: ({ name, details }: EventCount) => name === 'page_show' && details[0] === 'login' },
  { step: 'submitted', matches: ({ name }: EventCount) => name === 'sign_in_submit' },
  { step: 'done', matches: ({ name, details }: EventCount) => name === 'sign_in_result' && details[1] === 'done' },
  { step: 'left', matches: ({ name }: EventCount) => name === 'url_redirect_analysis' },
] as const;

export type Step = (typeof steps)[number]['step'];

export function funnelOf(counts: readonly EventCount[]): { step: Step; count: number; share: number }[] {
  const sums = steps.map(({ step, matches }) => ({ step, count: sumOf(counts.filter(matches)) }));
  const max = Math.max(...sums.map(({ count }) => count));
  return sums.map(({ step, count }) => ({ step, count, share: max === 0 ? 0 : count / max }));
}

/** Sums each event over all days, the most frequent first. */
export function totalsOf(counts: readonly EventCount[]): { name: string; details: string; count: number }[] {
  const totals = new Map<string, { name: string; details: string; count: number }>();
  for (const { name, details, count } of counts) {
    const key = [name, ...details].join(' ');
    totals.set(key, { name, details: details.join(' · '), count: (totals.get(key)?.count ?? 0) + count });
  }
  return [...totals.values()].toSorted((a, b) => b.count - a.count);
}

const sumOf = (counts: readonly EventCount[]) => counts.reduce((sum, { count }) => sum + count, 0);
