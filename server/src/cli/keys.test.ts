import { randomBytes } from 'node:crypto';
import { asc } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { type TestApp, createTestApp, newTestDatabase } from '../../test/support/test-app.ts';
import { testCli } from '../../test/support/test-cli.ts';
import { factorHelpers } from '../../test/support/flows/test-factors.ts';
import { sealSecret } from '../parts/stored-factor/authenticator.ts';
import { secretsOf } from '../parts/webhooks/webhook-message.ts';
import { makeTotpSecret } from '../platform/totp.ts';
import { authenticators } from '../store/schema/factor-schema.ts';
import { accounts } from '../store/schema/schema.ts';

const newKey = () => randomBytes(32).toString('base64');
const [first, second] = [newKey(), newKey()];
const person = { mobile: '13800138000', password: 'Foyer-2026' };

/** An installation whose first key has encrypted the authenticator app of one person. */
async function installation() {
  const data = await newTestDatabase();
  onTestFinished(data.clear);
  const databaseWith = (...keys: string[]) => ({
    ...data,
    env: { ...data.env, SANDBOX: 'off', OIDC_ENCRYPTION_SECRETS: keys.join() },
  });
  const withService = async <Result>(keys: string[], work: (services: TestApp) => Promise<Result>) => {
    const services = await createTestApp(databaseWith(...keys));
    try {
      return await work(services);
    } finally {
      await services.close();
    }
  };
  const codeAt = await withService([first], async (services) => {
    const ouid = await services.addAccount(person);
    await services.stores.accounts.setSecondFactor(ouid, true);
    return factorHelpers(services).addAuthenticator(ouid);
  });
  return { withService, cliWith: (...keys: string[]) => testCli(databaseWith(...keys)), codeAt };
}

test('keys rotate encrypts every key of an authenticator app with the newest key, so that the old one can go', async () => {
  const { withService, cliWith, codeAt } = await installation();
  const stored = ({ database: { sql } }: TestApp) =>
    sql.select().from(authenticators).orderBy(asc(authenticators.account));
  // More than the command reads at once.
  const before = await withService([first], async (services) => {
    const { sql } = services.database;
    const createdAt = new Date(services.clock.now());
    const ouids = Array.from({ length: 500 }, (_, n) => `person-${n}`);
    await sql.insert(accounts).values(ouids.map((ouid) => ({ ouid, email: `${ouid}@example.com`, createdAt })));
    const secretOf = (account: string) => sealSecret(services, account, makeTotpSecret());
    await sql
      .insert(authenticators)
      .values(ouids.map((account) => ({ account, encryptedSecret: secretOf(account), lastStep: 0, createdAt })));
    return stored(services);
  });
  const rotated = await cliWith(second, first)('keys', 'rotate');
  expect(rotated.stdout).toContain('The keys of 501 authenticator apps were encrypted again.');
  expect((await cliWith(second, first)('keys', 'rotate')).stdout).not.toContain('authenticator');
  await withService([second], async (services) => {
    const after = await stored(services);
    expect(after).toHaveLength(501);
    expect(after.filter(({ encryptedSecret }, n) => encryptedSecret === before[n]?.encryptedSecret)).toEqual([]);
    const browser = services.browser();
    const { data } = await browser.signIn(person.mobile, person.password);
    const { submitFactor } = factorHelpers(services);
    expect(await submitFactor(browser, 'totp', data['preServiceId'], codeAt())).toMatchObject({ code: 0 });
  });
});

test('keys rotate encrypts the secrets of webhook endpoints with the newest key', async () => {
  const { withService, cliWith } = await installation();
  const added = await cliWith(first)('--json', 'webhooks', 'add', 'crm', '--url', 'https://crm.example.com');
  const { secret } = JSON.parse(added.stdout) as { secret: string };
  expect(await cliWith(second, first)('webhooks', 'rotate', 'crm')).toMatchObject({ code: 0 });
  expect(await cliWith(second, first)('keys', 'rotate')).toMatchObject({ code: 0 });
  await withService([second], async ({ stores, encryptionKeys, clock }) => {
    const endpoint = (await stores.webhookEndpoints.find('crm'))!;
    expect(secretsOf(endpoint, encryptionKeys, clock.now())).toEqual([expect.stringMatching(/^whsec_/), secret]);
  });
});

test('keys rotate changes nothing and says what to do when it cannot decrypt the key of an app', async () => {
  const { withService, cliWith, codeAt } = await installation();
  const cli = cliWith(second);
  expect(await cli('keys', 'rotate')).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/keys of 1 authenticator apps cannot be decrypted: add the key/),
  });
  expect((await cli('keys', 'list')).stdout).toMatch(/^There is no key yet/);
  await withService([first], async (services) => {
    const browser = services.browser();
    const { data } = await browser.signIn(person.mobile, person.password);
    const { submitFactor } = factorHelpers(services);
    expect(await submitFactor(browser, 'totp', data['preServiceId'], codeAt())).toMatchObject({ code: 0 });
  });
});
