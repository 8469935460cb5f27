import { writeFile } from 'node:fs/promises';
import { agreementVersion } from '@foyer/contract/agreement-version';
import { commitPassword } from '@foyer/contract/flows/password-login';
import { test as base, expect, withService } from '../../fixtures/test.ts';
import { bodiesOf, watchCall } from '../../support/servers/calls.ts';
import { runCommand } from '../../support/servers/service.ts';

const iris = { account: 'iris@example.com', password: 'abc123xyz' };
const lines = [
  {
    email: iris.account,
    email_verified: true,
    consent_version: agreementVersion,
    consent_at: '2026-11-01T00:00:00Z',
    password_hash: '$2a$12$R9h/cIPz0gi.URNNX3kh2OPST9/PgBkqquzi.Ss7KIUgO2t0jWMUW',
  },
  // Another imported password is left, so that the service still asks for the password itself.
  { mobile: '13955550000', mobile_verified: true, password_hash: `$2b$04$${'.'.repeat(53)}` },
];

const test = base.extend({
  service: ({ settings }, provide, testInfo) =>
    withService(settings, provide, async (database) => {
      const file = testInfo.outputPath('people.jsonl');
      await writeFile(file, lines.map((line) => JSON.stringify(line)).join('\n'));
      await runCommand(database, 'people', 'import', file);
    }),
});

test('an imported person signs in by their password, which is sent itself the first time only', async ({
  login,
  home,
  page,
  context,
}) => {
  const calls = watchCall(page, commitPassword);
  const plainOnes = () => bodiesOf(calls, commitPassword.path).filter((body) => 'plain' in Object(body)).length;

  await test.step('a first time', async () => {
    await login.open();
    await login.fill(iris);
    await login.submit.click();
    await expect(page).toHaveURL(/\/home/);
    expect([calls.length, plainOnes()]).toEqual([2, 1]);
  });
  await test.step('a second time', async () => {
    // Without its cookies, the account page would get an error.
    await home.waitUntilLoaded();
    await context.clearCookies();
    await login.open();
    await login.fill(iris);
    await login.submit.click();
    await expect(page).toHaveURL(/\/home/);
    expect([calls.length, plainOnes()]).toEqual([3, 1]);
  });
});
