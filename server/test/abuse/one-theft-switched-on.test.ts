import { resultCodes } from '@foyer/contract/result-codes';
import { minutes } from '@foyer/contract/time';
import { createSoftwareAuthenticator } from '@foyer/sandbox/authenticator/software-authenticator';
import { describe, expect, test } from 'vitest';
import { sha256Hex } from '../../src/platform/sha256.ts';
import { signInWalks } from '../support/flows/sign-in-walks.ts';
import { testAppForFile } from '../support/test-app.ts';
import { noCodeLimits } from '../support/flows/test-binding.ts';
import { passkeyHelpers } from '../support/flows/test-passkeys.ts';

/** What a thief of one factor changes of the factors of an account whose second factor is on. */

const services = await testAppForFile({ sandbox: true, env: noCodeLimits });
const { creationOptions, addPasskey } = passkeyHelpers(services);
const walks = signInWalks(services, 13430000000);
const { newPerson, byCode, addSms, linkedByCode } = walks;
const done = { code: 0 };
type Browser = ReturnType<typeof services.browser>;

/** Text messages are both factors that the sign-in asks for. */
async function byTextMessages(person: { mobile: string }) {
  return addSms(person, await byCode(person.mobile));
}

describe('text messages alone, where the number is the only second factor [D-42]', () => {
  const changes: Record<string, (browser: Browser) => Promise<{ code: number }>> = {
    'do not switch it off': (browser) => browser.post('/user/accounts/secondFactor', { on: false }),
    'make no backup codes': (browser) => browser.post('/user/accounts/backupCodes'),
    'add no passkey': async (browser) => browser.post('/user/accounts/passkeys/options', {}),
  };

  test.each(Object.entries(changes))('%s', async (_, change) => {
    const browser = await byTextMessages(await newPerson({ secondFactor: true }));
    expect(await change(browser)).toMatchObject({
      code: resultCodes.needsFreshProof,
      data: { ways: ['password', 'email'] },
    });
    const credentials = sha256Hex('Foyer-2026');
    expect(await browser.post('/user/accounts/proof/password', { credentials })).toMatchObject(done);
    expect(await change(browser)).toMatchObject(done);
  });

  test('also where the other proof is a linked app, with which the owner signs in first', async () => {
    const person = await newPerson({ email: null, secondFactor: true });
    await services.stores.accounts.removePassword(person.ouid);
    await addSms(person, await linkedByCode(person));
    await services.stores.accounts.setNewFactor(person.ouid, 'wechat', undefined);
    services.moveClock(minutes(1));
    const browser = await byTextMessages(person);
    expect(await browser.post('/user/accounts/secondFactor', { on: false })).toMatchObject({
      code: resultCodes.needsFreshProof,
      data: { ways: [] },
    });
  });

  test('one proof is enough where the account can give no other', async () => {
    const person = await newPerson({ email: null, secondFactor: true });
    await services.stores.accounts.removePassword(person.ouid);
    const browser = await byTextMessages(person);
    expect(await creationOptions(browser)).toHaveProperty('challenge');
    expect(await addPasskey(browser, createSoftwareAuthenticator())).toMatchObject(done);
    expect(await browser.post('/user/accounts/secondFactor', { on: false })).toMatchObject(done);
  });
});
