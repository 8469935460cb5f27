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

/** @typedef {typeof bars} Amounts */

/** The form inside `npm test -- --all`, which takes seconds. @type {Amounts} */
export const shortForm = {
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

/** @returns {Amounts} */
export const readAmounts = (env = process.env) =>
  Object.fromEntries(
    Object.entries(bars).map(([name, bar]) => {
      const given = env[`LOAD_${name.replaceAll(/[A-Z]/g, '_$&').toUpperCase()}`];
      if (given === undefined) return [name, bar];
      return [name, Array.isArray(bar) ? given.split(',').map(Number) : Number(given)];
    }),
  );
