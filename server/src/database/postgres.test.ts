import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { newTestDatabase } from '../../test/support/test-app.ts';
import { tcpProxy } from '../../test/support/servers/tcp-proxy.ts';
import { readConfig } from '../config/read-config.ts';
import { isDatabaseUnavailable } from './database.ts';
import { openPostgres } from './postgres.ts';

const onPostgres = Boolean(process.env['TEST_DATABASE_URL']);

/** A database behind a proxy, with a single connection, so that one that is lost or kept is missed at once. */
async function openBehindProxy() {
  const { env, clear } = await newTestDatabase();
  onTestFinished(clear);
  const proxy = await tcpProxy(env['DATABASE_URL'] ?? '');
  const database = await openPostgres(proxy.url, readConfig({}).folders.migrations, () => {}, {
    poolSize: 1,
    connectTimeout: 10_000,
  });
  onTestFinished(database.close);
  return { proxy, database };
}

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

test.runIf(onPostgres)(
  'a connection that breaks between two statements fails its transaction alone, and the process goes on [BE-03]',
  async () => {
    const { proxy, database } = await openBehindProxy();
    const failure = await failureOf(
      database.sql.transaction(async (tx) => {
        await tx.execute(sql`create table half (id integer)`);
        proxy.close();
        await expect.poll(() => proxy.open()).toBe(0);
        await tx.execute(sql`select 1`);
      }),
    );
    expect(isDatabaseUnavailable(failure)).toBe(true);
    expect(await database.sql.execute(sql`select to_regclass('half') as half`)).toMatchObject({
      rows: [{ half: null }],
    });
  },
);

test.runIf(onPostgres)('a transaction that cannot begin returns its connection [BE-01]', async () => {
  const { proxy, database } = await openBehindProxy();
  await database.time();
  proxy.closeOnNextCommand();
  const failure = await failureOf(database.sql.transaction(async (tx) => tx.execute(sql`select 1`)));
  expect(isDatabaseUnavailable(failure)).toBe(true);
  expect(database.pool?.()).toMatchObject({ open: 0, waiting: 0 });
  expect(await database.time()).toBeGreaterThan(0);
});

test.runIf(onPostgres)(
  'the same text is planned once for a connection, in a transaction and outside [BE-01]',
  async () => {
    const { database } = await openBehindProxy();
    const add = (value: number) => sql`select ${value}::int + 1 as sum`;
    const planned = sql`select name, generic_plans + custom_plans as runs from pg_prepared_statements`;
    expect(await database.sql.execute(add(1))).toMatchObject({ rows: [{ sum: 2 }] });
    await database.sql.transaction(async (tx) => {
      expect(await tx.execute(add(41))).toMatchObject({ rows: [{ sum: 42 }] });
    });
    const name = expect.stringMatching(/^foyer_/);
    expect(await database.sql.execute(planned)).toMatchObject({ rows: [{ name, runs: '2' }] });
  },
);
