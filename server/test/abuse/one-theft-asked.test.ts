import { resultCodes } from '@foyer/contract/result-codes';
import { hours, minutes } from '@foyer/contract/time';
import { createSoftwareAuthenticator } from '@foyer/sandbox/authenticator/software-authenticator';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { sha256Hex } from '../../src/platform/sha256.ts';
import { accounts } from '../../src/store/schema/schema.ts';
import { signInWalks } from '../support/flows/sign-in-walks.ts';
import { testAppForFile } from '../support/test-app.ts';
import { noCodeLimits } from '../support/flows/test-binding.ts';
import { passkeyHelpers } from '../support/flows/test-passkeys.ts';

/** What a sign-in asks a thief of one factor for who has added another, and its owner. */

const services = await testAppForFile({ sandbox: true, env: noCodeLimits });
const { addPasskey, origin, signInWithPasskey, storePasskey, submitPasskeyAsFactor } = passkeyHelpers(services);
const walks = signInWalks(services, 13320000000);
const { newPerson, byPassword, byCode, addSms, setUpApp, resetPassword } = walks;
const password = 'Foyer-2026';
const done = { code: 0 };
type Browser = ReturnType<typeof services.browser>;

async function factorsOf(browser: Browser) {
  const { data } = await browser.get('/user/accounts/me');
  return (data['sessions'] as { current: boolean; factors: string[] }[]).find(({ current }) => current)?.factors;
}
const askedAfter = async (person: { email: string }, of: string) =>
  (await services.browser().signIn(person.email, of)).data['secondFactors'];

describe('a thief of the password who has added a passkey before the owner switches the second factor on', () => {
  async function addedBefore() {
    const person = await newPerson();
    const authenticator = createSoftwareAuthenticator();
    expect(await addPasskey((await byPassword(person)).browser, authenticator)).toMatchObject(done);
    const owner = await addSms(person, await byPassword(person));
    expect(await owner.post('/user/accounts/secondFactor', { on: true })).toMatchObject(done);
    services.moveClock(minutes(1));
    return { person, authenticator };
  }

  test('does not pass with the password and the passkey', async () => {
    const { person, authenticator } = await addedBefore();
    const browser = services.browser();
    const { data } = await browser.signIn(person.email, password);
    expect(data).toMatchObject({ secondFactors: ['sms'], canTrustBrowser: true });
    const { preServiceId } = data;
    expect(await submitPasskeyAsFactor(browser, authenticator, preServiceId)).toMatchObject({
      code: resultCodes.unknownServiceId,
    });
    // A challenge of another sign-in, which asks for a passkey of the owner too.
    await storePasskey(person.ouid);
    const { data: options } = await browser.post('/sender/startLoginDoubleCheck/passkey', { preServiceId });
    expect(options['allowCredentials']).toHaveLength(1);
    const credential = authenticator.get({ ...options, allowCredentials: [] } as never, origin);
    const proof = { preServiceId, credential };
    expect(await browser.post('/sender/verifyLoginDoubleCheck/passkey', proof)).toMatchObject({
      code: resultCodes.passkeyFailed,
    });
  });

  test('does not pass with the passkey alone for 72 hours; the owner does with the number', async () => {
    const { person, authenticator } = await addedBefore();
    const browser = services.browser();
    const { data } = await signInWithPasskey(browser, authenticator);
    expect(data).toMatchObject({ loginDoubleCheck: true, secondFactors: ['sms'] });
    expect(await browser.get('/user/accounts/me')).toMatchObject({ code: resultCodes.notSignedIn });
    const owner = await addSms(person, { browser, preServiceId: data['preServiceId'] });
    expect(await factorsOf(owner)).toEqual(['password', 'sms']);
    services.moveClock(hours(72));
    const later = services.browser();
    expect(await signInWithPasskey(later, authenticator)).toMatchObject({ data: { loginDoubleCheck: false } });
    expect(await factorsOf(later)).toEqual(['passkey']);
  });
});

test('a new passkey signs in alone where the account has nothing older to ask for', async () => {
  const person = await newPerson({ mobile: null });
  const { browser } = await byPassword(person);
  const authenticator = createSoftwareAuthenticator();
  expect(await addPasskey(browser, authenticator)).toMatchObject(done);
  await services.stores.accounts.setSecondFactor(person.ouid, true);
  services.moveClock(minutes(1));
  expect(await signInWithPasskey(services.browser(), authenticator)).toMatchObject({
    data: { loginDoubleCheck: false },
  });
  // The passkey says no more than the password that has added it.
  expect((await services.browser().signIn(person.email, password)).data).toMatchObject({
    secondFactors: ['passkey'],
    canTrustBrowser: false,
  });
});

test('an app that its owner has just added, with a code to the number, is asked for at the next sign-in', async () => {
  const person = await newPerson();
  const { browser } = await byPassword(person);
  const start = () => browser.post('/user/accounts/authenticator/start');
  const needsNumber = { code: resultCodes.needsFreshProof, data: { ways: ['sms'] } };
  expect(await start()).toMatchObject(needsNumber);
  expect(await browser.post('/user/accounts/secondFactor', { on: true })).toMatchObject(needsNumber);
  await setUpApp(await addSms(person, { browser, preServiceId: undefined }));
  services.moveClock(minutes(1));
  expect(await askedAfter(person, password)).toContain('totp');
});

test('a mailbox that has added an app does not keep out the owner, whose password a code has set', async () => {
  const person = await newPerson({ mobile: null });
  await services.stores.accounts.removePassword(person.ouid);
  await setUpApp((await byCode(person.email)).browser);
  await services.database.sql.update(accounts).set({ mobile: person.mobile }).where(eq(accounts.ouid, person.ouid));
  services.moveClock(minutes(1));
  const own = await resetPassword(person.mobile);
  expect(await askedAfter(person, own)).toEqual(['totp', 'sms']);
});

test('a thief of the password who adds a passkey and sets another password does not keep the owner out', async () => {
  const person = await newPerson({ email: null });
  const signIn = async (of: string) => {
    const browser = services.browser();
    const { data } = await browser.signIn(person.mobile, of);
    return { browser, preServiceId: data['preServiceId'] };
  };
  const thief = (await signIn(password)).browser;
  const stolen = { newPassword: sha256Hex('Harbour~2931'), endOtherSessions: true };
  expect(await thief.post('/user/accounts/password/change', stolen)).toMatchObject(done);
  expect(await addPasskey(thief, createSoftwareAuthenticator())).toMatchObject(done);
  await services.stores.accounts.setSecondFactor(person.ouid, true);
  const owner = await addSms(person, await signIn(await resetPassword(person.mobile)));
  expect(await factorsOf(owner)).toEqual(['password']);
  const [{ id }] = (await owner.get('/user/accounts/passkeys')).data['passkeys'] as [{ id: string }];
  expect(await owner.post(`/user/accounts/passkeys/${id}/remove`)).toMatchObject(done);
});
