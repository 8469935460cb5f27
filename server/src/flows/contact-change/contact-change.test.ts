import { maskApart } from '@foyer/contract/rules/mask-apart';
import { resultCodes } from '@foyer/contract/result-codes';
import { minutes } from '@foyer/contract/time';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { concurrently } from '../../../test/support/concurrently.ts';
import { raiseSessions } from '../../../test/support/flows/raise-sessions.ts';
import { openNode, testAppForFile } from '../../../test/support/test-app.ts';
import { codeHelpers, codeTestSettings } from '../../../test/support/flows/test-codes.ts';
import { contactHelpers } from '../../../test/support/flows/test-contacts.ts';
import { factorHelpers } from '../../../test/support/flows/test-factors.ts';
import { passkeyHelpers } from '../../../test/support/flows/test-passkeys.ts';
import { accounts } from '../../store/schema/schema.ts';

const services = await testAppForFile({ env: codeTestSettings });
const db = services.database.sql;
const { lastMessageTo, sendByHandle } = codeHelpers(services);
const { addAuthenticator, addBackupCodes } = factorHelpers(services);
const { storePasskey } = passkeyHelpers(services);
const {
  password,
  newMobile,
  newEmail,
  signedInPerson,
  requestCode,
  confirm,
  change,
  undoHandleSentTo,
  remove,
  undo,
  offer,
} = contactHelpers(services, 13620000000);

describe('a code to the new number or address', () => {
  test('changes the mobile number, and the person signs in with the new one only', async () => {
    const { browser, mobile, email, contacts, audited } = await signedInPerson();
    const next = newMobile();
    expect(await change(browser, next)).toMatchObject({ code: 0, data: null });
    expect(await contacts()).toEqual({ mobile: next, email });
    expect(await services.browser().signIn(next, password)).toMatchObject({ code: 0 });
    expect(await services.browser().signIn(mobile, password)).toMatchObject({ code: resultCodes.wrongCredentials });
    expect(await audited()).toContain('mobileChanged');
  });

  test('adds an e-mail address to an account without one', async () => {
    const { browser, mobile, contacts } = await signedInPerson({ email: null });
    const next = newEmail();
    expect(await change(browser, next)).toMatchObject({ code: 0 });
    expect(await contacts()).toEqual({ mobile, email: next });
  });

  test('changes the contact once, also when it is presented many times at once', async () => {
    const { browser, ouid, contacts } = await signedInPerson();
    const next = newEmail();
    const sent = await requestCode(browser, next);
    const { code } = lastMessageTo(next)!;
    await concurrently(() => confirm(browser, sent.data['serviceId'], code));
    expect((await contacts()).email).toBe(next);
    const changes = await services.stores.audit.listByAccount(ouid);
    expect(changes.filter(({ type }) => type === 'emailChanged')).toHaveLength(1);
    services.moveClock(minutes(2));
    expect(await confirm(browser, sent.data['serviceId'], code)).toMatchObject({ code: resultCodes.expiredCode });
  });

  test('counts for the account that asked for it, and in its browser', async () => {
    const [one, other] = [await signedInPerson(), await signedInPerson()];
    const next = newEmail();
    const sent = await requestCode(one.browser, next);
    const { code } = lastMessageTo(next)!;
    expect(await confirm(other.browser, sent.data['serviceId'], code)).toMatchObject({
      code: resultCodes.unknownServiceId,
    });
    await one.browser.signIn(other.mobile, password);
    await raiseSessions(services, other.ouid);
    expect(await confirm(one.browser, sent.data['serviceId'], code)).toMatchObject({
      code: resultCodes.unknownServiceId,
    });
    expect((await other.contacts()).email).toBe(other.email);
  });

  test('is compared like every code: a wrong one changes nothing', async () => {
    const { browser, email, contacts } = await signedInPerson();
    const sent = await requestCode(browser, newEmail());
    expect(await confirm(browser, sent.data['serviceId'], '000000')).toMatchObject({
      code: resultCodes.wrongCode,
      data: { attemptsLeft: 4 },
    });
    expect((await contacts()).email).toBe(email);
  });

  test('is sent also to a number of another account, whose owner alone learns that it has one', async () => {
    const [one, other] = [await signedInPerson(), await signedInPerson()];
    const sent = await requestCode(one.browser, other.mobile);
    expect(sent).toMatchObject({ code: 0, data: { serviceId: expect.any(String) } });
    expect(await confirm(one.browser, sent.data['serviceId'], '000000')).toMatchObject({ code: resultCodes.wrongCode });
    expect(await confirm(one.browser, sent.data['serviceId'], lastMessageTo(other.mobile)?.code)).toMatchObject({
      code: resultCodes.contactTaken,
      data: { kind: 'mobile' },
    });
    expect((await one.contacts()).mobile).toBe(one.mobile);
    expect((await other.contacts()).mobile).toBe(other.mobile);
  });

  test('two changes at once come one after the other, and both can be undone', async () => {
    const { browser, email, contacts } = await signedInPerson();
    const [first, second] = [newEmail(), newEmail()];
    const sent = [await requestCode(browser, first), await requestCode(browser, second)];
    const answers = await Promise.all(
      [first, second].map((next, at) => confirm(browser, sent[at]!.data['serviceId'], lastMessageTo(next)?.code)),
    );
    expect(answers.map(({ code }) => code)).toEqual([0, 0]);
    const now = (await contacts()).email;
    expect([first, second]).toContain(now);
    const between = now === first ? second : first;
    expect(await undo(await undoHandleSentTo(between))).toMatchObject({ code: 0 });
    expect((await contacts()).email).toBe(between);
    expect(await undo(await undoHandleSentTo(email))).toMatchObject({ code: 0 });
    expect((await contacts()).email).toBe(email);
  });
});

describe('a sign-in that waits for a code to the number', () => {
  test('ends when the number is changed', async () => {
    const { browser, ouid, mobile } = await signedInPerson();
    await db.update(accounts).set({ secondFactor: true }).where(eq(accounts.ouid, ouid));
    const stranger = services.browser();
    const { data } = await stranger.signIn(mobile, password);
    const sent = await sendByHandle(stranger, data['preServiceId'], 'LOGIN_DOUBLE_CHECK');
    const { code: credentials } = lastMessageTo(mobile)!;
    expect(await change(browser, newMobile())).toMatchObject({ code: 0 });
    const { serviceId } = sent.data;
    expect(await stranger.post('/sender/verifyLoginDoubleCheck', { serviceId, credentials })).toMatchObject({
      code: resultCodes.expiredCode,
    });
    expect(stranger.jar.has('foyer_session')).toBe(false);
  });
});

describe('a number or address is removed', () => {
  test('when the account has another one', async () => {
    const { browser, email, contacts, audited } = await signedInPerson();
    expect(await remove(browser, 'mobile')).toMatchObject({ code: 0, data: null });
    expect(await contacts()).toEqual({ mobile: null, email });
    expect(await audited()).toContain('mobileChanged');
  });

  test('never when it is the last one, also when both are removed at once', async () => {
    const { browser, contacts } = await signedInPerson();
    const answers = await Promise.all([remove(browser, 'mobile'), remove(browser, 'email')]);
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([0, resultCodes.lastContact]));
    expect(Object.values(await contacts()).filter(Boolean)).toHaveLength(1);
  });

  test('not when the second factor uses the number', async () => {
    const { browser, ouid, mobile, contacts } = await signedInPerson();
    await db.update(accounts).set({ secondFactor: true }).where(eq(accounts.ouid, ouid));
    expect(await remove(browser, 'mobile')).toMatchObject({ code: resultCodes.secondFactorNeedsMobile });
    expect((await contacts()).mobile).toBe(mobile);
    // A backup code is for a person who has nothing else at hand, and no factor to rely on.
    await addBackupCodes(ouid, ['abcde12345']);
    expect(await remove(browser, 'mobile')).toMatchObject({ code: resultCodes.secondFactorNeedsMobile });
  });

  test.each([
    ['an authenticator app', (ouid: string) => addAuthenticator(ouid)],
    ['a passkey', (ouid: string) => storePasskey(ouid)],
  ])('also with the second factor on where it can be %s, which then stays', async (_, addFactor) => {
    const { browser, ouid, contacts } = await signedInPerson();
    await addFactor(ouid);
    await db.update(accounts).set({ secondFactor: true }).where(eq(accounts.ouid, ouid));
    expect(await remove(browser, 'mobile')).toMatchObject({ code: 0 });
    expect((await contacts()).mobile).toBeNull();
    const [passkey] = await services.stores.passkeys.listByAccount(ouid);
    const path = passkey ? `passkeys/${passkey.id}` : 'authenticator';
    expect(await browser.post(`/user/accounts/${path}/remove`)).toMatchObject({ code: resultCodes.lastSecondFactor });
  });

  test('not when the second factor is a passkey where none can be used', async () => {
    const { browser, ouid, mobile, contacts } = await signedInPerson();
    await storePasskey(ouid);
    await db.update(accounts).set({ secondFactor: true }).where(eq(accounts.ouid, ouid));
    const node = await openNode(services, { ...codeTestSettings, SANDBOX: 'on', PUBLIC_URL: 'http://192.0.2.1' });
    const elsewhere = node.browser();
    for (const [name, value] of browser.jar) elsewhere.jar.set(name, value);
    expect(await elsewhere.post('/user/accounts/contacts/mobile/remove')).toMatchObject({
      code: resultCodes.secondFactorNeedsMobile,
    });
    expect((await contacts()).mobile).toBe(mobile);
  });
});

test('one of two second factors stays when both are removed at once', async () => {
  const { browser, ouid } = await signedInPerson({ mobile: null });
  await addAuthenticator(ouid);
  await storePasskey(ouid);
  const [passkey] = await services.stores.passkeys.listByAccount(ouid);
  await db.update(accounts).set({ secondFactor: true }).where(eq(accounts.ouid, ouid));
  const answers = await Promise.all(
    ['authenticator', `passkeys/${passkey!.id}`].map((path) => browser.post(`/user/accounts/${path}/remove`)),
  );
  expect(answers.map(({ code }) => code).sort((a, b) => a - b)).toEqual([0, resultCodes.lastSecondFactor]);
});

describe('a stolen session without a fresh proof', () => {
  test('sends no code, changes nothing and removes nothing', async () => {
    const { browser, mobile, email, contacts } = await signedInPerson();
    const next = newEmail();
    const sent = await requestCode(browser, next);
    const { code } = lastMessageTo(next)!;
    services.moveClock(minutes(10));
    const needsProof = { code: resultCodes.needsFreshProof };
    expect(await requestCode(browser, newEmail())).toMatchObject(needsProof);
    expect(await confirm(browser, sent.data['serviceId'], code)).toMatchObject(needsProof);
    expect(await remove(browser, 'mobile')).toMatchObject(needsProof);
    expect(await contacts()).toEqual({ mobile, email });
  });

  test('and no session at all is refused', async () => {
    expect(await remove(services.browser(), 'mobile')).toMatchObject({ code: resultCodes.notSignedIn });
  });
});

describe('a notice', () => {
  test('goes to every contact that the account had, with the way to undo it, and not to the new one', async () => {
    const { browser, mobile, email } = await signedInPerson();
    const next = newEmail();
    await change(browser, next);
    const handles = [await undoHandleSentTo(email), await undoHandleSentTo(mobile)];
    expect(handles[0]).toMatch(/^[\w-]{22}$/);
    expect(handles[1]).toBe(handles[0]);
    expect(await undoHandleSentTo(next)).toBeUndefined();
    const [mail] = services.sandbox.outbox.sent(email);
    expect(mail).toMatchObject({ channel: 'mail', subject: 'Yunzhang: Your email address was changed' });
    expect(JSON.stringify(mail)).toContain(`href=\\"${services.config.publicUrl}/undo#${handles[0]}\\"`);
    expect(services.sandbox.outbox.sent(mobile)[0]?.text).toContain('the email address was changed');
  });

  test('is in the language of the person', async () => {
    const { browser, email } = await signedInPerson({ language: 'zh-CN' });
    await db.update(accounts).set({ language: 'zh-CN' }).where(eq(accounts.email, email));
    await remove(browser, 'mobile');
    await services.backgroundTasks.settled();
    expect(services.sandbox.outbox.sent(email)[0]).toMatchObject({ subject: '云章：您的手机号已移除' });
  });

  test('shows what it undoes, masked, and the two values never read the same', async () => {
    const { browser, email } = await signedInPerson();
    const next = newEmail();
    await change(browser, next);
    expect(await offer(await undoHandleSentTo(email))).toMatchObject({
      code: 0,
      data: { kind: 'email', ...maskApart(email, next) },
    });
    expect(await offer('unknown')).toMatchObject({ code: resultCodes.undoExpired });
  });
});
