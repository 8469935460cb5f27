import { readFileSync } from 'node:fs';
import { resultCodes } from '@foyer/contract/result-codes';
import { minutes } from '@foyer/contract/time';
import { people } from '@foyer/sandbox/people';
import { eq, sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { onFreePort } from '../../test/support/servers/free-port.ts';
import { createTestApp, newTestDatabase, testAppForFile } from '../../test/support/test-app.ts';
import { testCli } from '../../test/support/test-cli.ts';
import { ssoHelpers } from '../../test/support/flows/test-company.ts';
import { fillDatabase } from '../sandbox-seed/sandbox.ts';
import { serve } from '../serve.ts';
import { sandboxEntries } from '../store/schema/sandbox-schema.ts';
import { accounts } from '../store/schema/schema.ts';

const password = 'Foyer-2026';
const settings = {
  PUBLIC_URL: 'https://sign.example.com',
  SMS_GATEWAY: 'none',
  SSO: 'on',
  OIDC: 'on',
  OIDC_ENCRYPTION_SECRETS: Buffer.alloc(32, 1).toString('base64'),
};
const ownCompany = {
  displayName: null,
  kind: 'oidc' as const,
  emailOnly: false,
  settings: { issuer: 'https://id.example.com', clientId: 'foyer', clientSecret: 'of our own' },
  mailDomains: [],
  enabled: true,
  createdAt: new Date(0),
};

async function database() {
  const { env, clear } = await newTestDatabase();
  onTestFinished(clear);
  const production = { ...env, ...settings };
  return {
    env,
    production,
    /** Starts and ends the service of production. */
    start: () =>
      onFreePort(async (port) => {
        const service = await serve({ ...production, PORT: `${port}`, DRAIN_SECONDS: '0', LOG_LEVEL: 'silent' });
        await service.close();
      }),
    remove: testCli({ env: production }),
  };
}

test('production starts on a database that the sandbox filled only after foyer sandbox remove, and keeps the others [D-49]', async () => {
  const { env, production, start, remove } = await database();
  const before = await createTestApp({ env: { ...env, SANDBOX: 'off' } });
  const real = await before.addAccount({ mobile: '15800000001', password });
  // Another person has Dan's number, and another company has the name of one.
  const owner = await before.addAccount({ mobile: '13800138003', password });
  await before.stores.companies.put({ ...ownCompany, slug: 'acme' });
  await before.close();

  const sandbox = await createTestApp({ env: { ...env, OIDC: 'on' }, sandbox: true });
  sandbox.moveClock(minutes(1));
  const inbox = await sandbox.addAccount({ mobile: '15800000002', password });
  // Carol registers, and Alice has another number: they are people of the sandbox all the same.
  await sandbox.addAccount({ mobile: '13800138002', password });
  const alices = eq(accounts.mobile, '13800138000');
  await sandbox.database.sql.update(accounts).set({ mobile: '15800000003' }).where(alices);
  await sandbox.stores.identities.link(real, [
    { provider: 'sso.globex', subject: 'a person of the sandbox’s company' },
  ]);
  await sandbox.oidc?.refresh();
  await sandbox.close();

  const refusal = /^The sandbox has filled this database: .* npx foyer sandbox remove/;
  await expect(start()).rejects.toThrow(refusal);
  const planned = await remove('sandbox', 'remove');
  expect(planned).toMatchObject({ code: 0, stderr: '' });
  expect(planned.stdout).toMatch(/^Would remove [^]*companies +globex, initech\n[^]*Add --yes to do it\.$/);
  await expect(start()).rejects.toThrow(refusal);

  const removed = await remove('sandbox', 'remove', '--yes');
  expect(removed).toMatchObject({ code: 0, stderr: '' });
  expect(removed.stdout).toMatch(/^Removed [^]*companies +globex, initech\n  applications  sandbox-contracts\n/);
  expect(removed.stdout).toContain('Other people stay: 3.\n1 of them registered since the sandbox came');
  await start();

  const after = await createTestApp({ env: production });
  onTestFinished(after.close);
  const published = [...people.flatMap(({ mobile, email }) => [mobile, email]), '15800000003'];
  for (const contact of published.filter((one) => one !== undefined && one !== '13800138003')) {
    const { code } = await after.browser().signIn(contact!, password);
    expect([contact, code]).toEqual([contact, resultCodes.wrongCredentials]);
  }
  for (const mobile of ['15800000001', '13800138003', '15800000002'])
    expect([mobile, (await after.browser().signIn(mobile, password)).code]).toEqual([mobile, 0]);
  const { ouid } = accounts;
  expect((await after.database.sql.select({ ouid }).from(accounts)).map((row) => row.ouid).sort()).toEqual(
    [real, owner, inbox].sort(),
  );
  const { findCompany } = ssoHelpers(after);
  for (const slug of ['globex', 'initech'])
    expect(await findCompany(after.browser(), slug)).toMatchObject({ code: 0, data: { ifExistDomain: false } });
  expect(await after.stores.companies.all()).toEqual([{ ...ownCompany, slug: 'acme' }]);
  expect(await after.stores.oidcClients.all()).toEqual([]);
  expect(await after.stores.identities.listByAccount(real)).toEqual([]);
});

test('nothing is removed from a database that the sandbox never filled [D-49]', async () => {
  const { start, remove } = await database();
  await start();
  expect(await remove('sandbox', 'remove', '--yes')).toEqual({
    code: 0,
    stdout: 'The sandbox has not filled this database: nothing to remove.',
    stderr: '',
  });
});

test('what the sandbox of an earlier version put into a database is recognised by the migration [D-49]', async () => {
  const services = await testAppForFile({ env: { OIDC: 'on' } });
  const {
    database: { sql: db },
    stores,
  } = services;
  // A person who has the number of Bob, and Bob's name at another number.
  await services.addAccount({ mobile: '13800138001', name: '陈波' });
  await services.addAccount({ mobile: '15800000001', name: '陈博' });
  await stores.companies.put({ ...ownCompany, slug: 'umbrella' });
  await fillDatabase(services, services.sandbox);
  const kinds = ['account', 'company', 'provider', 'client'] as const;
  const entries = async () =>
    Object.fromEntries(await Promise.all(kinds.map(async (kind) => [kind, await stores.sandboxEntries.names(kind)])));
  // A person who joins the sandbox later is none of an earlier version: leave them out here.
  const made = await entries();
  expect(made).toMatchObject({ company: ['acme', 'globex', 'initech'], client: ['sandbox-contracts'] });

  await db.delete(sandboxEntries);
  const migration = readFileSync('server/migrations/0027_seeded-entries.sql', 'utf8');
  const [, ...recognise] = migration.split('--> statement-breakpoint');
  for (const statement of recognise) await db.execute(sql.raw(statement));
  expect(await entries()).toEqual(made);
});
