import { resultCodes } from '@foyer/contract/result-codes';
import { hours, minutes } from '@foyer/contract/time';
import { createSoftwareAuthenticator } from '@foyer/sandbox/authenticator/software-authenticator';
import { describe, expect, test } from 'vitest';
import { totpAt } from '../../src/platform/totp.ts';
import { signInWalks } from '../support/flows/sign-in-walks.ts';
import { raiseSessions } from '../support/flows/raise-sessions.ts';
import { openNode, testAppForFile } from '../support/test-app.ts';
import { noCodeLimits } from '../support/flows/test-binding.ts';
import { codeHelpers } from '../support/flows/test-codes.ts';
import { contactHelpers } from '../support/flows/test-contacts.ts';
import { factorHelpers } from '../support/flows/test-factors.ts';
import { passkeyHelpers } from '../support/flows/test-passkeys.ts';

/** Ways by which a thief of one factor made two of it, or reached a contact. */

const services = await testAppForFile({ sandbox: true, env: noCodeLimits });
const { addAuthenticator } = factorHelpers(services);
const { creationOptions, origin } = passkeyHelpers(services);
const { change, requestCode, undo, undoHandleSentTo } = contactHelpers(services, 13470000000);
const walks = signInWalks(services, 13480000000);
const { newPerson, byPassword, byCode, addSms, setUpApp, withApp, resetPassword, linkedByCode, byScan } = walks;
const password = 'Foyer-2026';
const done = { code: 0 };
type Browser = ReturnType<typeof services.browser>;

async function factorsOf(browser: Browser) {
  const { data } = await browser.get('/user/accounts/me');
  return (data['sessions'] as { current: boolean; factors: string[] }[]).find(({ current }) => current)?.factors;
}
const askedAfter = async (person: { email: string }, of: string) =>
  (await services.browser().signIn(person.email, of)).data['secondFactors'];
const contactOf = async (ouid: string, kind: 'mobile' | 'email') =>
  (await services.stores.accounts.findByOuid(ouid))![kind];

test('an undo leaves it new what one factor has added', async () => {
  const mobile = walks.newMobile();
  await services.addAccount({ mobile, lastSignInAt: new Date(0) });
  const { browser } = await byCode(mobile);
  const [one, two] = [`one${mobile}@example.com`, `two${mobile}@example.com`];
  for (const address of [one, two]) expect(await change(browser, address)).toMatchObject(done);
  expect(await undo(await undoHandleSentTo(mobile))).toMatchObject(done);
  services.moveClock(minutes(1));
  const raised = await addSms({ mobile }, await byCode(one));
  expect(await factorsOf(raised)).toEqual(['mail']);
});

test.each(['password', 'mail'])('an app that a required sign-in by %s sets up does not count in it', async (way) => {
  const required = { SANDBOX: 'on', SECOND_FACTOR: 'required', SECOND_FACTOR_GRACE_DAYS: '0' };
  const node = await openNode(services, { ...noCodeLimits, ...required });
  const email = `required-${way}@example.com`;
  await node.addAccount({ email, password, lastSignInAt: new Date(0) });
  const browser = node.browser();
  const { commit, sendAndVerify } = codeHelpers(node);
  const { data } =
    way === 'password'
      ? await browser.signIn(email, password)
      : await commit(browser, email, await sendAndVerify(browser, email));
  const { preServiceId } = data;
  const { setupId, secret } = (await browser.post('/user/accounts/authenticator/start', { preServiceId })).data;
  const { code } = totpAt(String(secret), node.clock.now());
  const proof = factorHelpers(node).submitFactor(browser, 'totp', preServiceId, code, { setupId });
  expect(await proof).toMatchObject(done);
  expect(await factorsOf(browser)).toEqual([way]);
});

describe('after the owner has set a new password by a code', () => {
  test('a thief of the password does not pass with an app', async () => {
    const person = await newPerson();
    const own = await resetPassword(person.mobile);
    services.moveClock(hours(71));
    await setUpApp((await byPassword(person, services.browser(), own)).browser);
    services.moveClock(hours(1));
    expect(await askedAfter(person, own)).toEqual(['sms']);
  });

  test.each(['mobile', 'email'] as const)('the only contact of the account is not changed, its %s', async (kind) => {
    const mobile = walks.newMobile();
    const contact = kind === 'mobile' ? mobile : `only${mobile}@example.com`;
    const next = kind === 'mobile' ? walks.newMobile() : `next${mobile}@example.com`;
    const ouid = await services.addAccount({ [kind]: contact, password, lastSignInAt: new Date(0) });
    const own = await resetPassword(contact);
    const byOwnPassword = services.browser();
    expect(await byOwnPassword.signIn(contact, own)).toMatchObject(done);
    services.moveClock(minutes(1));
    for (const browser of [byOwnPassword, (await byCode(contact)).browser])
      expect(await requestCode(browser, next)).toMatchObject({ code: resultCodes.contactsTooSoon });
    services.moveClock(hours(72));
    expect(await requestCode((await byCode(contact)).browser, next)).toMatchObject({
      code: resultCodes.needsFreshProof,
      data: { ways: ['password'] },
    });
    expect(await contactOf(ouid, kind)).toBe(contact);
  });

  test('text messages alone do not pass the app of sign-in security', async () => {
    const person = await newPerson();
    await addAuthenticator(person.ouid);
    await services.stores.accounts.setSecondFactor(person.ouid, true);
    const { data } = await services.browser().signIn(person.mobile, await resetPassword(person.mobile));
    expect(data['secondFactors']).toEqual(['totp']);
  });
});

test('a passkey that is added while it proves does not count', async () => {
  const { browser } = await byPassword(await newPerson());
  const authenticator = createSoftwareAuthenticator();
  const credential = authenticator.create(await creationOptions(browser), origin);
  const { data } = await browser.post('/user/accounts/proof/passkey/options');
  const assertion = authenticator.get({ ...data, allowCredentials: [] } as never, origin);
  const { passkeyChallenges } = services.stores;
  const { use: original } = passkeyChallenges;
  // The passkey is added between the two reads of the proof.
  passkeyChallenges.use = async (...args) => {
    passkeyChallenges.use = original;
    expect(await browser.post('/user/accounts/passkeys', { credential })).toMatchObject(done);
    return original(...args);
  };
  expect(await browser.post('/user/accounts/proof/passkey', { credential: assertion })).toMatchObject(done);
  expect(await factorsOf(browser)).toEqual(['password']);
});

test('a new app of the owner keeps the second factor on for an earlier session of a thief of the password', async () => {
  const person = await newPerson();
  const thief = (await byPassword(person)).browser;
  await setUpApp(await addSms(person, await byPassword(person)));
  for (const path of ['secondFactor', 'authenticator/remove'])
    expect(await thief.post(`/user/accounts/${path}`, { on: false })).toMatchObject({
      code: resultCodes.needsFreshProof,
    });
});

test('an app that text messages have added does not make what is linked with it count', async () => {
  const person = await newPerson({ email: null });
  await services.stores.accounts.removePassword(person.ouid);
  const code = await setUpApp((await byCode(person.mobile)).browser);
  services.moveClock(minutes(1));
  const linked = await linkedByCode(person);
  await withApp(linked, code);
  const raised = await addSms(person, await byScan(linked.owner));
  expect(await factorsOf(raised)).toEqual(['wechat']);
});

test('text messages alone do not pass an app that the owner has just added', async () => {
  const person = await newPerson();
  await setUpApp(await addSms(person, await byPassword(person)));
  services.moveClock(minutes(1));
  const [browser, { commit, sendAndVerify }] = [services.browser(), codeHelpers(services)];
  const { data } = await commit(browser, person.mobile, await sendAndVerify(browser, person.mobile));
  expect(data['secondFactors']).toEqual(['totp']);
});

test('a mailbox that undoes a change and so removes the password does not change the contacts then', async () => {
  const email = `undone${walks.newMobile()}@example.com`;
  const ouid = await services.addAccount({ email, password, lastSignInAt: new Date(0) });
  const owner = services.browser();
  expect(await owner.signIn(email, password)).toMatchObject(done);
  await raiseSessions(services, ouid);
  expect(await change(owner, walks.newMobile())).toMatchObject(done);
  expect(await undo(await undoHandleSentTo(email))).toMatchObject(done);
  services.moveClock(minutes(1));
  const thief = (await byCode(email)).browser;
  expect(await requestCode(thief, walks.newMobile())).toMatchObject({ code: resultCodes.contactsTooSoon });
  services.moveClock(hours(72));
  expect(await requestCode((await byCode(email)).browser, walks.newMobile())).toMatchObject(done);
});
