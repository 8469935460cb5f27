import { resultCodes } from '@foyer/contract/result-codes';
import { hours, minutes } from '@foyer/contract/time';
import { createSoftwareAuthenticator } from '@foyer/sandbox/authenticator/software-authenticator';
import { describe, expect, test } from 'vitest';
import { sha256Hex } from '../../src/platform/sha256.ts';
import { importedPasswords } from '../../src/store/schema/import-schema.ts';
import { signInWalks } from '../support/sign-in-walks.ts';
import { testAppForFile } from '../support/test-app.ts';
import { noCodeLimits } from '../support/test-binding.ts';
import { codeHelpers } from '../support/test-codes.ts';
import { contactHelpers } from '../support/test-contacts.ts';
import { passkeyHelpers } from '../support/test-passkeys.ts';
import { newPhoneOwner, scanHelpers } from '../support/test-scans.ts';

/** What a thief of one factor gains from what the owner has linked, or changes later. */

const services = await testAppForFile({ sandbox: true, env: noCodeLimits });
const { addPasskey, signInWithPasskey, storePasskey } = passkeyHelpers(services);
const { sendByHandle } = codeHelpers(services);
const { link } = scanHelpers(services);
const { requestCode } = contactHelpers(services, 13330000000);
const walks = signInWalks(services, 13340000000);
const { newPerson, byPassword, byCode, byScan, resetPassword, linkedByCode, addSms } = walks;
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
