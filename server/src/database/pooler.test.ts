import { expect, onTestFinished, test } from 'vitest';
import { runSql } from '../../test/setup/postgres-database.ts';
import { problemsOf } from '../../test/support/config-problems.ts';
import { behindPgBouncer, pgbouncer } from '../../test/support/servers/pgbouncer.ts';
import { createTestApp, newTestDatabase } from '../../test/support/test-app.ts';
import { testCli } from '../../test/support/test-cli.ts';
import { runSweep } from '../repeated-tasks.ts';

const canPool = Boolean(process.env['TEST_DATABASE_URL'] && pgbouncer);

/** An empty database, and the settings to reach it through PgBouncer in transaction mode. */
async function pooledDatabase() {
  const { env, clear } = await newTestDatabase({ bare: true });
  onTestFinished(clear);
  const direct = env['DATABASE_URL'] ?? '';
  return { env: { ...env, DATABASE_URL: await behindPgBouncer(direct) }, direct };
}

test.runIf(canPool)('behind PgBouncer people sign in at once, and the sweep and commands work', async () => {
  const { env, direct } = await pooledDatabase();
  await runSql(direct, `alter database ${new URL(direct).pathname.slice(1)} set statement_timeout = '30s'`);
  const settings = { ...env, DATABASE_POOLER: 'on', MIGRATION_DATABASE_URL: direct };
  const services = await createTestApp({ env: settings });
  onTestFinished(services.close);
  expect((await services.app.inject('/readyz')).json()).toEqual({ ready: true });
  const mobiles = Array.from({ length: 12 }, (_, n) => `139000000${10 + n}`);
  const signIn = (mobile: string, n: number) =>
    services.browser({ clientIp: `198.51.100.${n}` }).signIn(mobile, 'right-horse-9');
  for (const mobile of mobiles) await services.addAccount({ mobile, password: 'right-horse-9' });
  for (let round = 0; round < 2; round += 1) {
    const answers = await Promise.all(mobiles.map(signIn));
    expect(answers.map(({ code }) => code)).toEqual(mobiles.map(() => 0));
  }
  expect(await runSweep(services)).toBe('ok');
  expect(services.lines.join()).not.toContain('"noStatementTimeout"');
  const cli = testCli({ env: settings });
  expect(await cli('sweep')).toMatchObject({ code: 0 });
  expect(await cli('migrate')).toMatchObject({ code: 0, stdout: `Nothing to migrate, database ${hostOf(direct)}.` });
});

test.runIf(canPool)('a node behind PgBouncer says in the log that no time limit is set', async () => {
  const { env, direct } = await pooledDatabase();
  const services = await createTestApp({ env: { ...env, DATABASE_POOLER: 'on', MIGRATION_DATABASE_URL: direct } });
  onTestFinished(services.close);
  expect(services.lines.join()).toContain('"noStatementTimeout"');
});

test.runIf(canPool)('a start that does not know of PgBouncer names the setting', async () => {
  const { env, direct } = await pooledDatabase();
  expect(await testCli({ env: { ...env, MIGRATION_DATABASE_URL: direct } })('limits', 'clear', '13900000001')).toEqual({
    code: 3,
    stdout: '',
    stderr: `DATABASE_URL leads to ${new URL(env['DATABASE_URL'] ?? '').host}, a pooler: set DATABASE_POOLER to on`,
  });
});

test('with a pooler the migrations need a way past it, or are a step of their own', () => {
  const settings = { DATABASE_URL: 'postgres://u:p@pooler/x', DATABASE_POOLER: 'on' };
  const problem =
    'DATABASE_POOLER is "on": give MIGRATION_DATABASE_URL, which leads past the pooler, or set MIGRATE_AT_START to off';
  expect(problemsOf(settings)).toContain(problem);
  expect(problemsOf({ ...settings, MIGRATE_AT_START: 'off' })).not.toContain(problem);
  expect(problemsOf({ ...settings, MIGRATION_DATABASE_URL: 'postgres://u:p@db/x' })).not.toContain(problem);
});

const hostOf = (url: string) => `${new URL(url).host}${new URL(url).pathname}`;
