import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { runnerImport } from 'vite';
import { openConnections } from '../client/connection-pool.ts';
import {
  codeCheck,
  codeSignIn,
  hashPassword,
  isDone,
  readAccount,
  storeCodes,
  storePeople,
} from '../client/stored-people.ts';
import { root } from '../../../scripts/support/root.mjs';
import { withTemporaryFolder } from '../../../scripts/support/temporary-folder.mjs';
import { withNodes } from '../client/service.ts';
import type { Amounts } from '../amounts.ts';
import type { Result } from '../../results.ts';

/** What a migration may do with a table that has rows. */
const migrations = {
  'a new column': 'alter table accounts add column later text;',
  'an index, built concurrently': `-- without a transaction
    drop index concurrently if exists accounts_later;--> statement-breakpoint
    create index concurrently accounts_later on accounts (name, created_at);`,
  'a constraint that is not valid yet':
    'alter table accounts add constraint later_length check (length(later) < 100) not valid;',
  'its validation': 'alter table accounts validate constraint later_length;',
};
/** Milliseconds that a request may take meanwhile. */
const maxDelay = 1000;
/** As many requests at once, and as many people have a code for one sign-in. */
const askers = 8;
const codes = 50_000;

/** How long requests of two nodes take while migrations run among the most accounts. */
export const measureMigrations = ({ accounts, quietSeconds }: Amounts): Promise<Result> =>
  withNodes(2, async (origins, runSql, { DATABASE_URL }) => {
    const count = accounts.at(-1) ?? 0;
    await storePeople(runSql, { first: 1, last: count, passwordHash: await hashPassword() });
    await storeCodes(runSql, 1, Math.min(count, codes));
    // As in an installation that has long had these rows, and in which nothing else works on the table.
    await runSql('vacuum analyze');
    const traffic = await startTraffic(origins, Math.min(count, codes));
    const phases: Phase[] = [];
    const measure = async (name: string, work: () => Promise<unknown>) => {
      const from = performance.now();
      await work();
      const seconds = (performance.now() - from) / 1000;
      phases.push({ name, seconds, ...(await traffic.answeredSince(from)) });
    };
    try {
      await measure('no migration', () => pause(quietSeconds * 1000));
      await withTemporaryFolder(async (folder: string) => {
        cpSync(join(root, 'server/migrations'), folder, { recursive: true });
        const run = await migrationRunner(DATABASE_URL, folder);
        for (const [name, text] of Object.entries(migrations)) await measure(name, () => run(text));
      });
    } finally {
      await traffic.stop();
    }
    return { raw: { phases }, rows: rowsOf(phases, count) };
  });

interface Phase {
  name: string;
  seconds: number;
  answered: number;
  /** The answers that refuse a request. */
  refused: string[];
  p99: number;
  slowest: number;
}

function rowsOf(phases: readonly Phase[], count: number) {
  const refused = phases.flatMap((phase) => phase.refused);
  return [
    ...phases.map(({ name, seconds, answered, p99, slowest }) => ({
      number: `slowest request among ${count} accounts: ${name}, ${seconds.toFixed(1)} s`,
      bar: `≤ ${maxDelay} ms`,
      result: `${slowest.toFixed(0)} ms (${answered} requests, p99 ${p99.toFixed(0)} ms)`,
      isMet: slowest <= maxDelay,
      dependsOnMachine: true,
    })),
    {
      number: 'requests refused meanwhile',
      bar: '0',
      result: [refused.length, ...refused.slice(0, 3)].join('\n'),
      isMet: refused.length === 0,
    },
  ];
}

/** People sign in with a code and open their account page, each request at the other node, until `stop`. */
async function startTraffic(origins: readonly string[], people: number) {
  const pools = await Promise.all(origins.map((origin) => openConnections(origin, askers)));
  const answers: { at: number; ms: number; response: string }[] = [];
  let sent = 0;
  let next = 1;
  const end = new AbortController();
  const underWay = new Set();
  const send = async (text: string) => {
    const start = performance.now();
    const answer = new Promise<string>((resolve) => pools[sent++ % pools.length]!.send(text, resolve));
    underWay.add(answer);
    const response = await answer;
    underWay.delete(answer);
    const at = performance.now();
    answers.push({ at, ms: at - start, response });
  };
  const signInByTurns = async () => {
    while (!end.signal.aborted && next <= people) {
      const n = next++;
      for (const request of [codeCheck(n), codeSignIn(n), readAccount(n)]) await send(request);
    }
  };
  const traffic = Promise.all(Array.from({ length: askers }, signInByTurns));
  return {
    /** Also the requests that are under way now. */
    async answeredSince(from: number) {
      await Promise.all(underWay);
      const chosen = answers.filter(({ at }) => at >= from);
      const sorted = chosen.map(({ ms }) => ms).toSorted((a, b) => a - b);
      return {
        answered: chosen.length,
        refused: chosen.filter(({ response }) => !isDone(response)).map(({ response }) => response),
        p99: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
        slowest: sorted.at(-1) ?? 0,
      };
    },
    async stop() {
      end.abort();
      await traffic;
      for (const pool of pools) pool.close();
    },
  };
}

interface PostgresModule {
  openPostgres(url: string, migrations: string, log: () => void): Promise<{ close(): Promise<void> }>;
}

/** Adds a migration to those of the folder and runs it, as `foyer migrate` does. */
async function migrationRunner(databaseUrl: string, folder: string) {
  const { module } = await runnerImport<PostgresModule>(join(root, 'server/src/database/postgres.ts'), {
    configFile: false,
    root,
  });
  const path = join(folder, 'meta/_journal.json');
  return async (text: string) => {
    const journal = JSON.parse(readFileSync(path, 'utf8'));
    const last = journal.entries.at(-1);
    const tag = `later-${last.when + 1}`;
    journal.entries.push({ ...last, when: last.when + 1, tag });
    writeFileSync(path, JSON.stringify(journal));
    writeFileSync(join(folder, `${tag}.sql`), text);
    const database = await module.openPostgres(databaseUrl, folder, () => {});
    await database.close();
  };
}
