import { describe, expect, test } from 'vitest';
import { peopleCommands, sameBrowser } from '../../../test/support/flows/people-commands.ts';
import { testCli } from '../../../test/support/test-cli.ts';
import { factorHelpers } from '../../../test/support/flows/test-factors.ts';
import { testMailServer } from '../../../test/support/flows/test-mail.ts';
import { passkeyHelpers } from '../../../test/support/flows/test-passkeys.ts';

const mail = await testMailServer();
const { people, json, inService, auditOf, database } = await peopleCommands(mail.env);
const password = 'Foyer-2026';

/** A person with every second factor. */
const newPerson = (email: string, more: { password?: string } = { password }) =>
  inService(async (services) => {
    const ouid = await services.addAccount({ email, language: 'en-US', ...more });
    const { addAuthenticator, addBackupCodes } = factorHelpers(services);
    await addAuthenticator(ouid);
    await addBackupCodes(ouid, ['AAAA-AAAA', 'BBBB-BBBB']);
    await passkeyHelpers(services).storePasskey(ouid);
    await services.stores.accounts.setSecondFactor(ouid, true);
    await services.stores.trustedBrowsers.trust(ouid, { browserId: 'b', token: undefined, device: 'Chrome' });
    return ouid;
  });
const everything = { secondFactor: true, authenticator: true, backupCodes: 2, trustedBrowsers: 1, passkeys: 1 };
const factorsOf = async (ouid: string) => {
  const { before } = (await json('reset-second-factor', ouid)) as { before: typeof everything };
  return before;
};

describe('people reset-second-factor', () => {
  test('only says what it would do without --yes', async () => {
    const ouid = await newPerson('dry@example.com');
    const { code, stdout } = await people('reset-second-factor', 'dry@example.com');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Would reset the second factor of d\*\*\*@example\.com:\n/);
    expect(stdout).toMatch(
      /Passkeys +1, kept \(--passkeys removes them\)\nNothing was changed\. Add --yes to do it\.$/,
    );
    expect(await json('reset-second-factor', ouid)).toEqual({
      account: ouid,
      dryRun: true,
      changed: false,
      before: everything,
      passkeys: false,
      notices: [],
    });
    expect(await auditOf(ouid)).toEqual([]);
    expect(mail.sentTo('dry@example.com')).toEqual([]);
  });

  test('removes all but the passkeys, tells the person, and the next sign-in asks for nothing more', async () => {
    const email = 'reset@example.com';
    const ouid = await newPerson(email);
    const pending = await inService(async (services) => {
      const browser = services.browser();
      const { data } = await browser.signIn(email, password);
      expect(data).toMatchObject({ loginDoubleCheck: true });
      return { jar: browser.jar, handle: data['preServiceId'] };
    });
    expect(await json('reset-second-factor', email, '--yes', '--by', 'lin')).toEqual({
      account: ouid,
      dryRun: false,
      changed: true,
      before: everything,
      passkeys: false,
      notices: [{ by: 'email', result: 'accepted' }],
    });
    expect(await factorsOf(ouid)).toEqual({
      secondFactor: false,
      authenticator: false,
      backupCodes: 0,
      trustedBrowsers: 0,
      passkeys: 1,
    });
    await inService(async (services) => {
      const { submitFactor } = factorHelpers(services);
      const old = await submitFactor(sameBrowser(services, pending), 'totp', pending.handle, '000000');
      expect(old.code).not.toBe(0);
      expect(await services.browser().signIn(email, password)).toMatchObject({
        code: 0,
        data: { loginDoubleCheck: false },
      });
    });
    expect(await auditOf(ouid)).toContainEqual(
      expect.objectContaining({
        type: 'secondFactorReset',
        actor: 'operator',
        details: { command: 'people reset-second-factor', by: 'lin (ops)' },
      }),
    );
    const [notice] = mail.sentTo(email);
    expect(notice).toMatchObject({ subject: 'Yunzhang: Two-step verification was reset' });
    expect(notice?.text).toContain('Our staff did this.');
    expect(notice?.text).not.toMatch(/npx foyer|Device:/);
  });

  test('removes the passkeys too with --passkeys', async () => {
    const ouid = await newPerson('passkeys@example.com');
    expect(await json('reset-second-factor', ouid, '--passkeys', '--yes')).toMatchObject({ changed: true });
    expect(await factorsOf(ouid)).toMatchObject({ passkeys: 0 });
    expect(await people('reset-second-factor', ouid, '--passkeys', '--yes')).toMatchObject({
      code: 0,
      stdout: 'p***@example.com has no second factor: there is nothing to reset.',
    });
  });

  test('says how each notice went where one cannot be sent', async () => {
    const ouid = await inService(({ addAccount }) => addAccount({ mobile: '13800000001', secondFactor: true }));
    expect((await people('reset-second-factor', ouid, '--yes')).stdout).toMatch(
      /Notices to the person: mobile notConfigured\.$/,
    );
  });
});

test('people reset-second-factor --passkeys keeps the last way into an account', async () => {
  const ouid = await newPerson('last@example.com', {});
  // Without a mail server the address receives no codes.
  const withoutMail = testCli({
    ...database,
    env: { ...database.env, SANDBOX: 'off', SMTP_URL: '', SMS_GATEWAY: 'none' },
  });
  expect(await withoutMail('people', 'reset-second-factor', ouid, '--passkeys', '--yes')).toEqual({
    code: 1,
    stdout: '',
    stderr: 'The passkeys are the only way into this account: repeat the command without --passkeys',
  });
  expect(await factorsOf(ouid)).toEqual(everything);
});
