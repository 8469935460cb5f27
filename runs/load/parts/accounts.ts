import { openConnections } from '../client/connection-pool.ts';
import { median } from '../client/statistics.ts';
import {
  codeCheck,
  codeSignIn,
  hashPassword,
  isDone,
  passwordSignIn,
  readAccount,
  storeCodes,
  storePeople,
} from '../client/stored-people.ts';
import { withNodeByStep } from '../client/service.ts';
import { type Statement, createPlanLog, planLines } from './query-plans.ts';
import type { RunSql } from '../../installation/servers.ts';
import type { Amounts } from '../amounts.ts';
import type { Result } from '../../results.ts';

/** With a thousand times as many accounts, a call may take this much longer. */
const maxGrowth = 1.3;
const calls = {
  'password sign-in': passwordSignIn,
  'check of a code': codeCheck,
  'code sign-in': codeSignIn,
  'account page': readAccount,
};
/** The tables that grow with the number of people. */
const tables = ['accounts', 'consents', 'known_browsers', 'sessions', 'codes'];
/** So many people make the calls whose plans are logged, and so many of the slowest statements are printed. */
const explainedPeople = 20;
type Counts = Record<string, number>;
const printedStatements = 5;

/**
 * The same calls by the same number of people among ever more accounts: how long each takes, one after the other, and
 * whether PostgreSQL reads a whole table for one of them. Prints the plans of the slowest statements.
 */
export function measureAccounts({ accounts: sizes, samples }: Amounts): Promise<Result> {
  const planLog = createPlanLog();
  return withNodeByStep(async (run, runSql) => {
    const medians: Counts[] = [];
    const scans: Counts[] = [];
    const statements: Statement[][] = [];
    let wrong = 0;
    const passwordHash = await hashPassword();
    // The first start makes the tables.
    await run(async () => {});
    let stored = 0;
    for (const size of sizes) {
      await storePeople(runSql, { first: stored + 1, last: size, passwordHash });
      await storeCodes(runSql, stored + 1, size);
      // Another person each time, of the newest half; a code signs in once.
      const count = samples + explainedPeople;
      const people = Array.from({ length: count }, (_, i) => size - i * Math.floor((size - stored) / count / 2));
      stored = size;
      const before = await tableScans(runSql);
      await run(async (origin) => {
        const { times, wrong: refused } = await timeCalls(origin, people.slice(0, samples));
        medians.push(times);
        wrong += refused;
        const callOnce = async () => {
          await timeCalls(origin, people.slice(samples));
        };
        statements.push(await planLog.explain(runSql, callOnce));
      });
      const after = await tableScans(runSql);
      scans.push(Object.fromEntries(tables.map((table) => [table, (after[table] ?? 0) - (before[table] ?? 0)])));
    }
    printSlowest(sizes, statements);
    return { raw: { sizes, medians, scans, statements }, rows: rowsOf({ sizes, medians, scans, wrong }) };
  }, planLog.postgresOptions);
}

/** The slowest statements among the most accounts, with their times among the fewest. */
function printSlowest(sizes: number[], statements: Statement[][]) {
  console.log(`The slowest statements with ${sizes.at(-1)} accounts (with ${sizes[0]}):`);
  for (const { text, ms, plan } of statements.at(-1)!.slice(0, printedStatements)) {
    const before = statements[0]!.find((statement) => statement.text === text)?.ms;
    console.log(`${ms.toFixed(2)} ms (${before?.toFixed(2) ?? '–'}): ${text.replaceAll(/\s+/g, ' ')}`);
    console.log(planLines(plan).join('\n'));
  }
}

function rowsOf({
  sizes,
  medians,
  scans,
  wrong,
}: {
  sizes: number[];
  medians: Counts[];
  scans: Counts[];
  wrong: number;
}) {
  const [first, last] = [sizes[0], sizes.at(-1)];
  const timesOf = (name: string) => medians.map((times) => times[name] ?? 0);
  const growthOf = (name: string) => timesOf(name).at(-1)! / timesOf(name)[0]!;
  const growth = Object.keys(calls).map((name) => ({
    number: `${name} with ${last} accounts, of its time with ${first}`,
    bar: `≤ ${maxGrowth}`,
    result: `${growthOf(name).toFixed(2)} (${timesOf(name)
      .map((ms) => ms.toFixed(1))
      .join(', ')} ms)`,
    isMet: growthOf(name) <= maxGrowth,
    dependsOnMachine: true,
  }));
  const found = tables.filter((table) => scans.some((counts) => counts[table]! > 0));
  return [
    ...growth,
    {
      number: `tables that a call reads as a whole, of ${tables.length} that grow`,
      bar: '0',
      result: found.length ? `${found.length}: ${found.join(', ')}` : '0',
      isMet: found.length === 0,
    },
    { number: 'refused calls', bar: '0', result: `${wrong}`, isMet: wrong === 0 },
  ];
}

async function timeCalls(origin: string, people: readonly number[]) {
  const pool = await openConnections(origin, 1);
  const times = Object.fromEntries(Object.keys(calls).map((name): [string, number[]] => [name, []]));
  let wrong = 0;
  for (const n of people)
    for (const [name, request] of Object.entries(calls)) {
      const start = performance.now();
      const response = await new Promise<string>((resolve) => pool.send(request(n), resolve));
      times[name]!.push(performance.now() - start);
      if (!isDone(response)) wrong += 1;
    }
  pool.close();
  return { times: Object.fromEntries(Object.entries(times).map(([name, list]) => [name, median(list)])), wrong };
}

/** How often PostgreSQL has read each table as a whole. */
async function tableScans(runSql: RunSql): Promise<Counts> {
  const { stdout } = await runSql('copy (select relname, seq_scan from pg_stat_user_tables) to stdout');
  return Object.fromEntries(
    stdout
      .trim()
      .split('\n')
      .map((line) => line.split('\t'))
      .map(([name, count]) => [name, Number(count)]),
  );
}
