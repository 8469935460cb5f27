import { setTimeout as pause } from 'node:timers/promises';
import type { Told } from './browser.ts';
import type { Installation } from './installation.ts';
import { type Outcome, register } from './people.ts';

/** How often the fault is caused, how many people register at least and at once, and milliseconds between two faults. */
export interface Load {
  times: number;
  registrations?: number;
  people: number;
  seed: number;
  pauses: number;
}

/**
 * Causes a fault again and again while people register, and compares what they were answered with what is stored. `cause`
 * returns the seconds until the installation has recovered.
 */
export async function registerDuring(
  installation: Installation,
  { times, registrations = 0, people, seed, pauses }: Load,
  cause: (n: number) => Promise<number>,
) {
  const random = randomNumbers(seed);
  const counted = { requests: 0, failed: 0, failures: {} as Record<string, number>, slowest: 0 };
  const count = ({ failure, status = 0, code, ms }: Told) => {
    counted.requests += 1;
    counted.slowest = Math.max(counted.slowest, ms);
    const why = failure ?? (status >= 500 ? `${status} ${code}` : undefined);
    if (!why) return;
    counted.failed += 1;
    counted.failures[why] = (counted.failures[why] ?? 0) + 1;
  };
  const outcomes: Outcome[] = [];
  const acknowledged = () => outcomes.filter(({ ouid }) => ouid);
  const recoveries: number[] = [];
  const end = new AbortController();
  const load = Promise.all(
    Array.from({ length: people }, async () => {
      while (!end.signal.aborted) outcomes.push(await register(installation, count));
    }),
  );
  load.catch(() => {});
  while (recoveries.length < times || acknowledged().length < registrations) {
    await pause((0.5 + random()) * pauses);
    recoveries.push(await cause(recoveries.length));
  }
  end.abort();
  await load;
  return { counted, outcomes, recoveries, ...(await compare(installation, outcomes)) };
}

/** What is stored of the people who have tried to register. */
async function compare({ query }: Installation, outcomes: readonly Outcome[]) {
  const mobiles = outcomes.map(({ mobile }) => mobile);
  // A whole account has a password, one record of its creation, and a used code that leads to it.
  const rows = await query(`
    select a.mobile, a.ouid, a.password_hash is not null
      and 1 = (select count(*) from audit_events e where e.account = a.ouid and e.type = 'accountCreated')
      and 1 = (select count(*) from codes c where c.account = a.ouid and c.used_at is not null)
    from accounts a where a.mobile = any('{${mobiles.join(',')}}')`);
  const stored = new Map(mobiles.map((mobile): [string, string[][]] => [mobile, []]));
  for (const row of rows) stored.get(row[0] ?? '')?.push(row);
  const rowsOf = ({ mobile }: Outcome) => stored.get(mobile) ?? [];
  const isStored = (outcome: Outcome) => rowsOf(outcome).some((row) => row[1] === outcome.ouid);
  return {
    acknowledged: outcomes.filter(({ ouid }) => ouid).length,
    lost: outcomes.filter((outcome) => outcome.ouid && !isStored(outcome)),
    unacknowledged: outcomes.filter((outcome) => !outcome.ouid && rowsOf(outcome).length > 0),
    twice: [...stored.values()].filter((accounts) => accounts.length > 1),
    half: rows.filter(([, , isWhole]) => isWhole !== 't'),
    stuck: outcomes.filter(({ gaveUpAt }) => gaveUpAt && gaveUpAt !== 'sendCode'),
  };
}

/** The same numbers between 0 and 1 in every run (mulberry32). */
function randomNumbers(seed: number) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
