/** How much each part does. LOAD_PAGES=1000 and the like do less than the bar asks for. */
const bars = {
  /** Open QR pages on one process, and on two. */
  pages: 10_000,
  pagesOnTwo: 25_000,
  /** How often each page polls, three seconds apart. */
  polls: 3,
  /** Seconds that a throughput is measured. */
  seconds: 10,
  codeSignIns: 3000,
  sentCodes: 5000,
  /** Seconds in which pages poll and people sign in at the same time. */
  togetherSeconds: 30,
  /** People whose sign-ins and pages are measured, among so many accounts. */
  accounts: [1000, 100_000, 1_000_000],
  samples: 300,
  /** Seconds of requests without a migration, for comparison. */
  quietSeconds: 10,
  memoryMinutes: 60,
};

export type Amounts = typeof bars;

/** The form inside `npm test -- --all`, which takes seconds. */
export const shortForm: Amounts = {
  pages: 100,
  pagesOnTwo: 200,
  polls: 1,
  seconds: 1,
  codeSignIns: 40,
  sentCodes: 40,
  togetherSeconds: 3,
  accounts: [1000, 10_000],
  samples: 20,
  quietSeconds: 1,
  memoryMinutes: 0,
};

export function readAmounts(env = process.env): Amounts {
  const given = (name: string) => env[`LOAD_${name.replaceAll(/[A-Z]/g, '_$&').toUpperCase()}`];
  const amounts = { ...bars };
  for (const name of Object.keys(bars) as (keyof Amounts)[]) {
    const text = given(name);
    if (text === undefined) continue;
    if (name === 'accounts') amounts.accounts = text.split(',').map(Number);
    else amounts[name] = Number(text);
  }
  return amounts;
}
