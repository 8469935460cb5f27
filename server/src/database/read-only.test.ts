import { resultCodes } from '@foyer/contract/result-codes';
import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { runSql } from '../../test/setup/postgres-database.ts';
import { createTestApp, newTestDatabase } from '../../test/support/test-app.ts';

const server = process.env['TEST_DATABASE_URL'] ?? '';

/** A service with a database of its own, whose next connections an operator makes read-only and writable again. */
async function ownService() {
  const { env, clear } = await newTestDatabase();
  onTestFinished(clear);
  const services = await createTestApp({ env });
  onTestFinished(services.close);
  const url = env['DATABASE_URL'] ?? '';
  const name = new URL(url).pathname.slice(1);
  async function setReadOnly(value: 'on' | 'off') {
    await runSql(server, `alter database ${name} set default_transaction_read_only = ${value}`);
    if (value === 'on')
      await runSql(server, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
  }
  const readyz = async () => {
    const answer = await services.app.inject('/readyz');
    return [answer.statusCode, answer.json()] as unknown;
  };
  return { services, setReadOnly, readyz };
}

const ready = [200, { ready: true }];

test.runIf(server)(
  'while the database is read-only the node is not ready and people are asked to try later; then it works again',
  async () => {
    const { services, setReadOnly, readyz } = await ownService();
    await services.addAccount({ mobile: '13900000001', password: 'right-horse-9' });
    expect(await readyz()).toEqual(ready);

    await setReadOnly('on');
    await expect.poll(readyz).toEqual([503, { ready: false, database: 'readOnly' }]);
    const refused = await services.browser().signIn('13900000001', 'right-horse-9');
    expect(refused).toMatchObject({ status: 503, code: resultCodes.busy });
    expect(services.lines.join()).toContain('"databaseAway"');
    expect(services.lines.join()).not.toContain('"fault"');

    await setReadOnly('off');
    await expect.poll(readyz).toEqual(ready);
    await expect.poll(async () => (await services.browser().signIn('13900000001', 'right-horse-9')).status).toBe(200);
  },
);

test.runIf(server)('a transaction that finds the database read-only closes its connection', async () => {
  const { services, setReadOnly } = await ownService();
  const write = () =>
    services.database.sql.transaction(async (tx) => void (await tx.execute(sql`update accounts set name = 'x'`)));
  await setReadOnly('on');
  // The first statement meets the connections that were ended.
  await expect
    .poll(() => write().catch((error: unknown) => String(Reflect.get(Object(error), 'cause'))))
    .toMatch(/read-only/);
  await setReadOnly('off');
  await write();
});

test.runIf(server)(
  'while the disk of the database is full the node is not ready and people are asked to try later',
  async () => {
    const { services, readyz } = await ownService();
    await services.addAccount({ mobile: '13900000001', password: 'right-horse-9' });
    const signIn = () => services.browser().signIn('13900000001', 'right-horse-9');
    await services.database.sql.execute(sql`create function no_space() returns trigger as $$
    begin raise exception 'no space left on device' using errcode = '53100'; end $$ language plpgsql`);
    await services.database.sql.execute(
      sql`create trigger no_space before insert on attempts for each row execute function no_space()`,
    );
    expect(await signIn()).toMatchObject({ status: 503, code: resultCodes.busy });
    expect(await readyz()).toEqual([503, { ready: false, database: 'full' }]);
    expect(services.lines.join()).not.toContain('"fault"');

    await services.database.sql.execute(sql`drop trigger no_space on attempts`);
    expect((await signIn()).status).toBe(200);
  },
);
