import { resultCodes } from '@foyer/contract/result-codes';
import { hours } from '@foyer/contract/time';
import { describe, expect, test } from 'vitest';
import { sha256Hex } from '../../src/platform/sha256.ts';
import { signInWalks } from '../support/sign-in-walks.ts';
import { testAppForFile } from '../support/test-app.ts';
import { noCodeLimits } from '../support/test-binding.ts';
import { contactHelpers } from '../support/test-contacts.ts';
import { passkeyHelpers } from '../support/test-passkeys.ts';
import { newPhoneOwner, scanHelpers } from '../support/test-scans.ts';

/** What a thief of one factor gains from what the owner has linked, or changes later. */

const services = await testAppForFile({ sandbox: true, env: noCodeLimits });
const { signInWithPasskey, storePasskey } = passkeyHelpers(services);
const { link } = scanHelpers(services);
const { requestCode } = contactHelpers(services, 13330000000);
const walks = signInWalks(services, 13340000000);
const { newPerson, byPassword, byCode, byScan, resetPassword, linkedByCode } = walks;
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
});
