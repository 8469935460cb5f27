import { resultCodes } from '@foyer/contract/result-codes';
import { hours, minutes } from '@foyer/contract/time';
import { createSoftwareAuthenticator } from '@foyer/sandbox/authenticator/software-authenticator';
import { describe, expect, test } from 'vitest';
import { sha256Hex } from '../../src/platform/sha256.ts';
import { importedPasswords } from '../../src/store/schema/import-schema.ts';
import { signInWalks } from '../support/flows/sign-in-walks.ts';
import { testAppForFile } from '../support/test-app.ts';
import { noCodeLimits } from '../support/flows/test-binding.ts';
import { codeHelpers } from '../support/flows/test-codes.ts';
import { contactHelpers } from '../support/flows/test-contacts.ts';
import { passkeyHelpers } from '../support/flows/test-passkeys.ts';
import { newPhoneOwner, scanHelpers } from '../support/flows/test-scans.ts';

/** What a thief of one factor gains from what the owner has linked, or changes later. */

const services = await testAppForFile({ sandbox: true, env: noCodeLimits });
const { addPasskey, signInWithPasskey, storePasskey } = passkeyHelpers(services);
const { lastMessageTo, sendByHandle } = codeHelpers(services);
const { link } = scanHelpers(services);
const { requestCode } = contactHelpers(services, 13330000000);
const walks = signInWalks(services, 13340000000);
const { newPerson, byPassword, byCode, byScan, resetPassword, linkedByCode, boundToCompany, byCompany, addSms } = walks;
const done = { code: 0 };
type Browser = ReturnType<typeof services.browser>;
interface Session {
  current: boolean;
  factors: string[];
}

async function factorsOf(browser: Browser) {
  const { data } = await browser.get('/user/accounts/me');
  return (data['sessions'] as Session[]).find(({ current }) => current)?.factors;
}

async function unlink(browser: Browser) {
  const { data } = await browser.get('/user/accounts/me');
  const [linked] = data['identities'] as { id: string }[];
  expect(await browser.post(`/user/accounts/identities/${linked!.id}/unlink`)).toMatchObject(done);
}

describe.each(['mobile', 'email'] as const)('of an account with a linked app and its %s alone [D-48]', (kind) => {
  async function linkedPerson() {
    const mobile = walks.newMobile();
    const contact = kind === 'mobile' ? mobile : `linked${mobile}@example.com`;
    const ouid = await services.addAccount({ [kind]: contact, lastSignInAt: new Date(0) });
    const owner = newPhoneOwner(mobile);
    await link(ouid, owner, 'wechat');
    return { contact, owner, thief: (await byCode(contact)).browser };
  }

  test('a code to that contact does not change it; after the app it is the other proof', async () => {
    const { owner, thief } = await linkedPerson();
    expect(await requestCode(thief, walks.newMobile())).toMatchObject({
      code: resultCodes.needsFreshProof,
      data: { ways: [] },
    });
    const { browser } = await byScan(owner);
    expect(await requestCode(browser, walks.newMobile())).toMatchObject({
      code: resultCodes.needsFreshProof,
      data: { ways: [kind === 'mobile' ? 'sms' : 'email'] },
    });
  });

  test('a code to that contact unlinks the app, and the contact waits for 72 hours', async () => {
    const { contact, thief } = await linkedPerson();
    await unlink(thief);
    expect(await requestCode(thief, walks.newMobile())).toMatchObject({ code: resultCodes.contactsTooSoon });
    services.moveClock(hours(72));
    expect(await requestCode((await byCode(contact)).browser, walks.newMobile())).toMatchObject(done);
  });
});

describe('a session of what text messages have set stays one factor [D-48]', () => {
  test('after the owner has set a password and kept other sessions', async () => {
    const person = await newPerson();
    const passkey = await storePasskey(person.ouid);
    const { browser } = await byPassword(person, services.browser(), await resetPassword(person.mobile));
    const owner = services.browser();
    expect(await signInWithPasskey(owner, passkey)).toMatchObject(done);
    const own = { newPassword: sha256Hex('Harbour~2931'), endOtherSessions: false };
    expect(await owner.post('/user/accounts/password/change', own)).toMatchObject(done);
    expect(await browser.post('/sender/startLoginDoubleCheck', {})).toMatchObject({
      data: { secondFactors: ['passkey'] },
    });
    expect(await factorsOf(browser)).toEqual(['sms']);
  });

  test('after the owner has unlinked it', async () => {
    const person = await newPerson();
    const passkey = await storePasskey(person.ouid);
    const { owner: app } = await linkedByCode(person);
    const { browser } = await byScan(app);
    const owner = services.browser();
    expect(await signInWithPasskey(owner, passkey)).toMatchObject(done);
    await unlink(owner);
    expect(await browser.post('/sender/startLoginDoubleCheck', {})).toMatchObject({
      data: { secondFactors: ['passkey'] },
    });
    expect(await factorsOf(browser)).toEqual(['sms']);
  });

  test('in a sign-in that waited for the second factor while the owner unlinked it', async () => {
    const person = await newPerson();
    const { owner: app } = await linkedByCode(person);
    await services.stores.accounts.setSecondFactor(person.ouid, true);
    const waiting = await byScan(app);
    await unlink(await addSms(person, await byPassword(person)));
    services.moveClock(minutes(1));
    const sent = await sendByHandle(waiting.browser, waiting.preServiceId, 'LOGIN_DOUBLE_CHECK');
    expect(sent).toMatchObject({ code: resultCodes.unknownServiceId });
  });

  test('after 72 hours, where the owner has replaced it then', async () => {
    const person = await newPerson();
    const passkey = await storePasskey(person.ouid);
    const { browser } = await byPassword(person, services.browser(), await resetPassword(person.mobile));
    for (let waited = 0; waited < hours(80); waited += hours(10)) {
      services.moveClock(hours(10));
      expect(await browser.get('/user/accounts/me')).toMatchObject(done);
    }
    const owner = services.browser();
    expect(await signInWithPasskey(owner, passkey)).toMatchObject(done);
    const own = { newPassword: sha256Hex('Harbour~2931'), endOtherSessions: false };
    expect(await owner.post('/user/accounts/password/change', own)).toMatchObject(done);
    expect(await factorsOf(browser)).toEqual(['sms']);
  });

  test('through a passkey that its password has added, after the owner has reset the password by mail', async () => {
    const person = await newPerson();
    const stolen = await resetPassword(person.mobile);
    const { browser } = await byPassword(person, services.browser(), stolen);
    const authenticator = createSoftwareAuthenticator();
    expect(await addPasskey(browser, authenticator)).toMatchObject(done);
    services.moveClock(minutes(1));
    await resetPassword(person.email);
    const thief = services.browser();
    expect(await signInWithPasskey(thief, authenticator)).toMatchObject(done);
    await addSms(person, { browser: thief, preServiceId: undefined });
    expect(await factorsOf(thief)).toEqual(['sms']);
  });
});

test('of an account whose imported password was not used yet: a code does not change the number [D-48]', async () => {
  const mobile = walks.newMobile();
  const ouid = await services.addAccount({ mobile });
  const expiresAt = new Date(services.clock.now() + hours(999));
  await services.database.sql.insert(importedPasswords).values({ account: ouid, hash: 'h', dummy: 'd', expiresAt });
  expect(await requestCode((await byCode(mobile)).browser, walks.newMobile())).toMatchObject({
    code: resultCodes.needsFreshProof,
    data: { ways: [] },
  });
});

test('a step-up that one session has begun does not raise another one', async () => {
  const person = await newPerson();
  const browser = services.browser();
  await byPassword(person, browser);
  const { data } = await browser.post('/sender/startLoginDoubleCheck', {});
  const handle = data['preServiceId'];
  services.moveClock(minutes(1));
  await byCode(person.mobile, browser);
  services.moveClock(minutes(1));
  const sent = await sendByHandle(browser, handle, 'LOGIN_DOUBLE_CHECK');
  const credentials = lastMessageTo(person.mobile)?.code;
  await browser.post('/sender/verifyLoginDoubleCheck', { serviceId: sent.data?.['serviceId'], credentials });
  expect(await factorsOf(browser)).toEqual(['sms']);
});

test('a second factor given again after the owner has replaced the password opens no second session', async () => {
  const person = await newPerson({ secondFactor: true });
  const stolen = await resetPassword(person.mobile);
  const owner = await addSms(person, await byCode(person.email));
  const { browser, preServiceId } = await byPassword(person, services.browser(), stolen);
  services.moveClock(minutes(1));
  const { data } = await sendByHandle(browser, preServiceId, 'LOGIN_DOUBLE_CHECK');
  const proof = { serviceId: data['serviceId'], credentials: lastMessageTo(person.mobile)?.code };
  expect(await browser.post('/sender/verifyLoginDoubleCheck', proof)).toMatchObject(done);
  const own = { newPassword: sha256Hex('Harbour~2931'), endOtherSessions: false };
  expect(await owner.post('/user/accounts/password/change', own)).toMatchObject(done);
  services.moveClock(5000);
  await browser.post('/sender/verifyLoginDoubleCheck', proof);
  expect(await factorsOf(browser)).toEqual(['sms']);
});

test('closing and coming back does not make what text messages have set count', async () => {
  const person = await newPerson();
  const stolen = await resetPassword(person.mobile);
  const { browser } = await byPassword(person, services.browser(), stolen);
  expect(await browser.post('/user/accounts/close')).toBeDefined();
  expect(await browser.post('/user/accounts/closure/request')).toMatchObject(done);
  const again = (await byPassword(person, services.browser(), stolen)).browser;
  expect(await again.post('/user/accounts/closure/cancel', {})).toMatchObject(done);
  expect(await factorsOf(again)).toEqual(['password']);
  services.moveClock(minutes(1));
  const raised = await addSms(person, await byPassword(person, services.browser(), stolen));
  expect(await factorsOf(raised)).toEqual(['password']);
});

test('a password that a company has set which text messages have linked is one factor with them', async () => {
  const person = await newPerson();
  await boundToCompany(person);
  const { browser } = await byCompany();
  const own = { newPassword: sha256Hex('Meadow~5512'), endOtherSessions: false };
  expect(await browser.post('/user/accounts/password/change', own)).toMatchObject(done);
  const authenticator = createSoftwareAuthenticator();
  expect(await addPasskey(browser, authenticator)).toMatchObject(done);
  services.moveClock(minutes(1));
  const owner = await addSms(person, await byCode(person.email));
  const { data } = await owner.get('/user/accounts/me');
  const [linked] = data['identities'] as { id: string }[];
  expect(await owner.post(`/user/accounts/identities/${linked!.id}/unlink`)).toMatchObject(done);
  services.moveClock(minutes(1));
  const byPass = await addSms(person, await byPassword(person, services.browser(), 'Meadow~5512'));
  expect(await factorsOf(byPass)).toEqual(['password']);
  const byKey = services.browser();
  expect(await signInWithPasskey(byKey, authenticator)).toMatchObject(done);
  services.moveClock(minutes(1));
  expect(await factorsOf(await addSms(person, { browser: byKey, preServiceId: undefined }))).toEqual(['sms']);
});
