import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { root } from '../../../scripts/support/root.mjs';
import { openConnections } from '../client/connection-pool.ts';
import { codeRequest, isDone, storeHumanChecks, storeUsedCodes } from '../client/stored-people.ts';
import { withNodes } from '../client/service.ts';
import type { RunSql } from '../../installation/servers.ts';
import type { Amounts } from '../amounts.ts';
import type { Result } from '../../results.ts';

/** Codes a minute: a thousand a second. */
const limit = 60_000;
/** More at once on each node than it has connections to the database. */
const askers = 40;
/** Each change of the limit is written to disk before the next one, as in production. */
const postgresOptions = { settings: { fsync: 'on', synchronous_commit: 'on' } };
const settings = { CODES_PER_MINUTE: `${10 * limit}` };
const withoutLimit = { NODE_OPTIONS: `--import=${new URL('without-code-limit.mjs', import.meta.url).href}` };

/**
 * Codes that two nodes send, with a minute's worth of sent codes in the limit of all recipients, and without this limit;
 * and how many codes two processes that do nothing else count in it.
 */
export async function measureCodeLimit({ sentCodes, seconds }: Amounts): Promise<Result> {
  const without = await withNodes(2, (origins, runSql) => sendCodes(origins, runSql, sentCodes), {
    settings: withoutLimit,
    postgresOptions,
  });
  const { limited, counted } = await withNodes(
    2,
    async (origins, runSql, { DATABASE_URL }) => {
      await storeUsedCodes(runSql, limit);
      const sent = await sendCodes(origins, runSql, sentCodes);
      await storeUsedCodes(runSql, limit);
      const counts = await Promise.all([1, 2].map(() => countCodes(DATABASE_URL, seconds)));
      return { limited: sent, counted: counts.reduce((sum, count) => sum + count, 0) / seconds };
    },
    { settings, postgresOptions },
  );
  const ratio = limited.perSecond / without.perSecond;
  const failed = limited.failed + without.failed;
  return {
    raw: { limited, without, counted },
    rows: [
      {
        number: 'codes that two nodes send, of those without the limit of all recipients',
        bar: '≥ 0.9',
        result: `${ratio.toFixed(2)} (${limited.perSecond.toFixed(0)} and ${without.perSecond.toFixed(0)} a second)`,
        isMet: ratio >= 0.9,
        dependsOnMachine: true,
      },
      {
        number: `codes a second that two processes count in this limit, with ${limit} of the last minute`,
        bar: '≥ 1000',
        result: counted.toFixed(0),
        isMet: counted >= 1000,
        dependsOnMachine: true,
      },
      { number: 'codes that were not sent', bar: '0', result: `${failed}`, isMet: failed === 0 },
    ],
  };
}

/** Each person gets one code; the nodes take turns. */
async function sendCodes(origins: readonly string[], runSql: RunSql, count: number) {
  await storeHumanChecks(runSql, 1, count);
  const pools = await Promise.all(origins.map((origin) => openConnections(origin, askers)));
  let failed = 0;
  let next = 1;
  const askInTurn = async (_: unknown, asker: number) => {
    const pool = pools[asker % pools.length]!;
    while (next <= count) {
      const n = next++;
      const response = await new Promise<string>((resolve) => pool.send(codeRequest(n), resolve));
      if (!isDone(response)) failed += 1;
    }
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: pools.length * askers }, askInTurn));
  const perSecond = (count * 1000) / (performance.now() - start);
  for (const pool of pools) pool.close();
  return { perSecond, failed };
}

/** The codes that a process of its own counts in so many seconds. */
async function countCodes(databaseUrl: string, seconds: number) {
  const script = new URL('count-codes.ts', import.meta.url);
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', script.pathname, databaseUrl, `${limit}`, `${seconds}`, `${askers}`],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  if (code !== 0) throw new Error('count-codes.ts has failed');
  return Number(output);
}
