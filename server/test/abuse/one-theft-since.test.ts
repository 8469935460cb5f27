import { resultCodes } from '@foyer/contract/result-codes';
import { hours, minutes, seconds } from '@foyer/contract/time';
import { describe, expect, test } from 'vitest';
import { changeContactOf } from '../../src/parts/contact-change/change-contact.ts';
import { sealSecret } from '../../src/parts/stored-factor/authenticator.ts';
import { sha256Hex } from '../../src/platform/sha256.ts';
import { makeTotpSecret, totpAt } from '../../src/platform/totp.ts';
import { inTransaction } from '../../src/services.ts';
import { operatorContext } from '../../src/store/audit.ts';
import { signInWalks } from '../support/flows/sign-in-walks.ts';
import { testAppForFile } from '../support/test-app.ts';
import { bindingHelpers, noCodeLimits } from '../support/flows/test-binding.ts';
import { codeHelpers } from '../support/flows/test-codes.ts';
import { ssoHelpers } from '../support/flows/test-company.ts';
import { contactHelpers } from '../support/flows/test-contacts.ts';
import { factorHelpers } from '../support/flows/test-factors.ts';
import { newPhoneOwner, scanHelpers } from '../support/flows/test-scans.ts';

/** What a thief of one factor gains from what began before the owner has changed something. */

const services = await testAppForFile({ sandbox: true, env: noCodeLimits });
const { commit, lastMessageTo, sendAndVerify, sendByHandle } = codeHelpers(services);
const { startUnlinked, sendTo } = bindingHelpers(services);
const { checkBind } = ssoHelpers(services);
const { confirm, link, poll } = scanHelpers(services);
const { addAuthenticator, submitFactor } = factorHelpers(services);
const { requestCode, password } = contactHelpers(services, 13310000000);
const walks = signInWalks(services, 13320000000);
const { newPerson, byPassword, byCode, byScan, resetPassword, linkedByCode, setUpApp, addSms } = walks;
const done = { code: 0 };
const needsNewSignIn = { code: resultCodes.needsFreshProof, data: { ways: [] } };
type Browser = ReturnType<typeof services.browser>;

describe('in a session that is older than what counts by now [D-48]', () => {
  /** Uses the session until what was new at its begin is new no more. */
  async function keep(browser: Browser) {
    for (let waited = 0; waited < hours(80); waited += hours(10)) {
      services.moveClock(hours(10));
      expect(await browser.get('/user/accounts/me')).toMatchObject(done);
    }
  }

  async function proveByCode(browser: Browser, to: string, kind: 'mobile' | 'email') {
    const { data } = await browser.get('/user/accounts/me');
    const [session] = (data['sessions'] as { id: string; current: boolean }[]).filter(({ current }) => current);
    const sent = await sendByHandle(browser, session!.id, 'PROVE_AGAIN', kind);
    const proof = { serviceId: sent.data['serviceId'], credentials: lastMessageTo(to)?.code };
    expect(await browser.post('/user/accounts/proof/code', proof)).toMatchObject(done);
  }

  test.each(['mobile', 'email'] as const)(
    'a code to the only contact does not change it, its %s, where the owner has set a password by it',
    async (kind) => {
      const mobile = walks.newMobile();
      const contact = kind === 'mobile' ? mobile : `only${mobile}@example.com`;
      await services.addAccount({ [kind]: contact, password, lastSignInAt: new Date(0) });
      await resetPassword(contact);
      services.moveClock(minutes(1));
      const thief = (await byCode(contact)).browser;
      await keep(thief);
      await proveByCode(thief, contact, kind);
      expect(await requestCode(thief, walks.newMobile())).toMatchObject(needsNewSignIn);
    },
  );

  test('a code to the only contact does not change it where the owner has linked an app by it', async () => {
    const person = await newPerson({ email: null });
    await services.stores.accounts.removePassword(person.ouid);
    await linkedByCode(person);
    services.moveClock(minutes(1));
    const thief = (await byCode(person.mobile)).browser;
    await keep(thief);
    await proveByCode(thief, person.mobile, 'mobile');
    expect(await requestCode(thief, walks.newMobile())).toMatchObject(needsNewSignIn);
  });

  test('the password does not switch off the app that the owner has added', async () => {
    const person = await newPerson({ mobile: null });
    const thief = (await byPassword(person)).browser;
    await setUpApp((await byPassword(person)).browser);
    await keep(thief);
    const proof = { credentials: sha256Hex(password) };
    expect(await thief.post('/user/accounts/proof/password', proof)).toMatchObject(done);
    expect(await thief.post('/user/accounts/secondFactor', { on: false })).toMatchObject(needsNewSignIn);
  });
});

test('a thief of the mailbox who sets a password and adds an app does not keep out its owner [D-48]', async () => {
  const person = await newPerson({ mobile: null });
  const stolen = await resetPassword(person.email);
  await setUpApp((await byPassword(person, services.browser(), stolen)).browser);
  services.moveClock(minutes(1));
  const [owner, own] = [services.browser(), await resetPassword(person.email)];
  expect(await owner.signIn(person.email, own)).toMatchObject({ code: 0, data: { loginDoubleCheck: false } });
  expect(await owner.post('/user/accounts/secondFactor', { on: false })).toMatchObject(done);
  expect(await owner.post('/user/accounts/authenticator/remove')).toMatchObject(done);
});

describe('sign-in security is not switched on [D-48]', () => {
  const switchOn = (browser: Browser) => browser.post('/user/accounts/secondFactor', { on: true });
  const startApp = (browser: Browser) => browser.post('/user/accounts/authenticator/start');
  const needs = (...ways: string[]) => ({ code: resultCodes.needsFreshProof, data: { ways } });

  test('by a thief of the text messages, also with a password that they set: the owner signs in by mail', async () => {
    const person = await newPerson();
    const thief = (await byCode(person.mobile)).browser;
    for (const call of [switchOn, startApp]) expect(await call(thief)).toMatchObject(needs('password', 'email'));
    services.moveClock(minutes(1));
    const stolen = await resetPassword(person.mobile);
    const byStolen = (await byPassword(person, services.browser(), stolen)).browser;
    for (const call of [switchOn, startApp]) expect(await call(byStolen)).toMatchObject(needs('email'));
    services.moveClock(minutes(1));
    const own = await resetPassword(person.email);
    expect((await byPassword(person, services.browser(), own)).preServiceId).toBeUndefined();
  });

  test('with an app of a thief of the mailbox: the owner signs in by the password', async () => {
    const person = await newPerson({ mobile: null });
    const thief = (await byCode(person.email)).browser;
    expect(await startApp(thief)).toMatchObject(needs('password'));
    expect((await byPassword(person)).preServiceId).toBeUndefined();
  });

  test('with an app that was begun in another session', async () => {
    const person = await newPerson({ mobile: null });
    const thief = (await byCode(person.email)).browser;
    const begun = { setupId: 'begun', credentials: '123456' };
    expect(await thief.post('/user/accounts/authenticator/confirm', begun)).toMatchObject(needs('password'));
  });

  test('by a code alone where an app is linked, but with both, or once it is unlinked', async () => {
    const [mobile, app] = [walks.newMobile(), newPhoneOwner(walks.newMobile())];
    const ouid = await services.addAccount({ mobile, lastSignInAt: new Date(0) });
    await link(ouid, app, 'wechat');
    const { browser } = await byCode(mobile);
    expect(await switchOn(browser)).toMatchObject(needsNewSignIn);
    const linked = await byScan(app);
    expect(await switchOn(linked.browser)).toMatchObject(needs('sms'));
    expect(await startApp(await addSms({ mobile }, linked))).toMatchObject(done);
    const [identity] = await services.stores.identities.listByAccount(ouid);
    expect(await browser.post(`/user/accounts/identities/${identity!.id}/unlink`)).toMatchObject(done);
    expect(await switchOn(browser)).toMatchObject(done);
  });

  test('but by one proof, and at once, where the account can give no other', async () => {
    const person = await newPerson({ email: null });
    await resetPassword(person.mobile);
    services.moveClock(minutes(1));
    expect(await switchOn((await byCode(person.mobile)).browser)).toMatchObject(done);
  });
});

test('an app that counts keeps out a thief of the mailbox who has set a password by it [D-48]', async () => {
  const person = await newPerson({ mobile: null });
  await setUpApp((await byPassword(person)).browser);
  services.moveClock(hours(72));
  const [thief, stolen] = [services.browser(), await resetPassword(person.email)];
  expect(await thief.signIn(person.email, stolen)).toMatchObject({ data: { secondFactors: ['totp'] } });
});

test('text messages alone do not pass an app that the owner adds after the second code was sent', async () => {
  const person = await newPerson({ secondFactor: true });
  const thief = services.browser();
  const { data } = await commit(thief, person.mobile, await sendAndVerify(thief, person.mobile));
  services.moveClock(minutes(1));
  const sent = await sendByHandle(thief, data['preServiceId'], 'LOGIN_DOUBLE_CHECK');
  const proof = { serviceId: sent.data['serviceId'], credentials: lastMessageTo(person.mobile)?.code };
  await setUpApp(await addSms(person, await byPassword(person)));
  expect(await thief.post('/sender/verifyLoginDoubleCheck', proof)).toMatchObject({ code: resultCodes.expiredCode });
});

test('a code of an app that the owner replaces meanwhile is refused, and the new app stays', async () => {
  const person = await newPerson({ secondFactor: true });
  const code = await addAuthenticator(person.ouid);
  services.moveClock(minutes(5));
  const thief = await byPassword(person);
  const secret = makeTotpSecret();
  const { authenticators } = services.stores;
  const { find } = authenticators;
  authenticators.find = async (account) => {
    authenticators.find = find;
    const found = await find(account);
    await authenticators.save(account, { encryptedSecret: sealSecret(services, account, secret), step: 0 });
    return found;
  };
  expect(await submitFactor(thief.browser, 'totp', thief.preServiceId, code())).toMatchObject({
    code: resultCodes.codeAlreadyUsed,
  });
  const { browser, preServiceId } = await byPassword(person);
  const own = totpAt(secret, services.clock.now()).code;
  expect(await submitFactor(browser, 'totp', preServiceId, own)).toMatchObject(done);
});

test('a scan needs the second factor that the owner switches on meanwhile', async () => {
  const person = await newPerson();
  const owner = newPhoneOwner(person.mobile);
  await link(person.ouid, owner, 'wechat');
  const browser = services.browser();
  const shown = await confirm(browser, 'wechat', owner);
  const { accounts } = services.stores;
  const { findByOuid } = accounts;
  accounts.findByOuid = async (...args) => {
    accounts.findByOuid = findByOuid;
    const found = await findByOuid(...args);
    await accounts.setSecondFactor(person.ouid, true);
    return found;
  };
  expect(await poll(browser, 'wechat', shown)).toMatchObject({ data: { loginDoubleCheck: true } });
});

describe('after the owner has replaced the number and unlinked what it had linked, a repeated call links nothing', () => {
  const replaceAndUnlink = (person: { ouid: string }) =>
    inTransaction(services, async (tx) => {
      const contact = { kind: 'mobile', after: walks.newMobile(), proven: ['password', 'sms'] } as const;
      await changeContactOf(tx, person.ouid, contact, operatorContext);
      const [linked] = await tx.stores.identities.listByAccount(person.ouid);
      expect(await tx.stores.identities.unlink(person.ouid, linked!.id)).toBeDefined();
    });

  async function expectNothingLinked(person: { ouid: string }, call: () => Promise<{ code: number }>) {
    expect(await call()).toMatchObject(done);
    services.moveClock(seconds(5));
    await replaceAndUnlink(person);
    services.moveClock(seconds(5));
    expect((await call()).code).not.toBe(0);
    expect(await services.stores.identities.listByAccount(person.ouid)).toEqual([]);
  }

  test('to a company, by a code to it', async () => {
    const [person, thief] = [await newPerson(), services.browser()];
    const accessCode = await startUnlinked(thief);
    const authCodeId = await sendTo(thief, accessCode, person.mobile);
    const proof = { authCodeId, code: lastMessageTo(person.mobile)?.code };
    await expectNothingLinked(person, () => checkBind(thief, accessCode, proof));
  });

  test('to an app, by one click', async () => {
    const [person, thief] = [await newPerson(), services.browser()];
    const { data } = await poll(thief, 'alipay', await confirm(thief, 'alipay', newPhoneOwner(person.mobile)));
    const clicked = {
      data: { userInfoContextId: data['userInfoContextId'] },
      credentials: 'PC_ALI_PAY_USER_TRANSFER',
    };
    await expectNothingLinked(person, () => thief.post('/login/commit/transferLogin', clicked));
  });
});
