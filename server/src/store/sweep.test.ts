import { days } from '@foyer/contract/time';
import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { databaseOf, testAppForFile } from '../../test/support/test-app.ts';
import { testCli } from '../../test/support/test-cli.ts';
import { sweeping } from './sweep.ts';
import { runSweep } from '../repeated-tasks.ts';
import { sweep } from './sweep.ts';

const services = await testAppForFile();
const { database, clock } = services;
const onPostgres = Boolean(services.config.databaseUrl);

const rowsOf = async (query: ReturnType<typeof sql>) =>
  ((await database.sql.execute(query)) as { rows: Record<string, unknown>[] }).rows;

/** Rows of the audit trail that are a second apart; the newest is of the given time. */
const addAuditRows = (count: number, newest: number) =>
  database.sql.execute(sql`insert into audit_events (at, type, actor, details, request_id, masked_ip, device)
    select ${new Date(newest).toISOString()}::timestamptz - n * interval '1 second', 'signIn', 'person', '{}', '', '', ''
    from generate_series(0, ${count - 1}) n`);

const addQuota = (key: string) =>
  database.sql.execute(
    sql`insert into budgets (key, used_at, expires_at)
      values (${key}, '{}', ${new Date(clock.now() - days(2)).toISOString()})`,
  );

const leftOf = async (table: 'audit_events' | 'budgets') =>
  (await rowsOf(sql`select count(*)::int as left from ${sql.identifier(table)}`))[0]?.['left'];

/** No row of codes can be deleted until the test ends. */
async function breakCodes() {
  await database.sql.execute(sql`create function refuse_delete() returns trigger as $$
    begin raise exception 'no row can be deleted'; end $$ language plpgsql`);
  await database.sql.execute(
    sql`create trigger refuse before delete on codes for each row execute function refuse_delete()`,
  );
  onTestFinished(async () => void (await database.sql.execute(sql`drop function refuse_delete cascade`)));
  await database.sql.execute(sql`insert into codes
      (handle_hash, biz_type, kind, recipient, browser_id, code_hash, created_at, expires_at)
    values ('h', 'LOGIN', 'email', 'a@b.test', 'b', 'c', now(), ${new Date(clock.now() - days(2)).toISOString()})`);
}

test('deletes more rows than one batch has, and none that is newer', async () => {
  const amount = 3 * sweeping.batch + 7;
  await addAuditRows(amount, clock.now() - days(184) - 1);
  await addAuditRows(2, clock.now() - days(183));
  expect(await sweep(database.tasks, clock.now())).toEqual({
    deleted: { audit_events: amount },
    failed: [],
    isLeft: false,
  });
  expect(await leftOf('audit_events')).toBe(2);
});

test('deletes a batch of rows that expired at the same moment', async () => {
  const old = new Date(clock.now() - days(2)).toISOString();
  await database.sql.execute(sql`insert into budgets (key, used_at, expires_at)
    select n::text, '{}', ${old} from generate_series(1, ${2 * sweeping.batch + 1}) n`);
  expect((await sweep(database.tasks, clock.now())).deleted).toEqual({ budgets: 2 * sweeping.batch + 1 });
});

test('a table that cannot be swept is named in the log, and those after it are swept', async () => {
  await breakCodes();
  await addQuota('after codes');
  services.lines.length = 0;
  expect(await runSweep(services)).toBe('failed');
  expect(await leftOf('budgets')).toBe(0);
  expect(services.lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { event: 'swept', deleted: { budgets: 1 } },
    { event: 'sweepFailed', table: 'codes', message: 'no row can be deleted' },
  ]);
});

test('ends after its batch when the service ends', async () => {
  await addQuota('kept');
  expect(await runSweep(services, AbortSignal.abort())).toBe('skipped');
  expect(await leftOf('budgets')).toBe(1);
  expect(await runSweep(services)).toBe('ok');
});

test.runIf(onPostgres)('a node leaves the rest of the sweep to the process that deletes at the moment', async () => {
  await addQuota('of the other node');
  await database.sql.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(7366938)`);
    expect(await runSweep(services)).toBe('skipped');
  });
  expect(await leftOf('budgets')).toBe(1);
  expect(await runSweep(services)).toBe('ok');
});

test.runIf(onPostgres)('tasks may take longer than requests, on a connection of their own', async () => {
  const limit = async (db: typeof database.sql) =>
    db.transaction(async (tx) => tx.execute(sql`show statement_timeout`));
  expect(await limit(database.tasks)).toMatchObject({ rows: [{ statement_timeout: '1min' }] });
  expect(await limit(database.sql)).toMatchObject({ rows: [{ statement_timeout: '31s' }] });
});

test('foyer sweep deletes at once and says how much, and fails for a table that cannot be swept', async () => {
  const cli = testCli(databaseOf(services));
  await addQuota('for the command');
  expect(await cli('sweep')).toMatchObject({ code: 0, stdout: 'Deleted rows:\n  budgets: 1' });
  expect(await cli('sweep')).toMatchObject({ code: 0, stdout: 'Nothing to delete.' });
  await addQuota('again');
  await breakCodes();
  expect(await cli('sweep', '--json')).toEqual({
    code: 1,
    stdout: '{"deleted":{"budgets":1}}',
    stderr: '{"error":"codes could not be swept: no row can be deleted"}',
  });
});
