import { resultCodes } from '@foyer/contract/result-codes';
import { hours, minutes, seconds } from '@foyer/contract/time';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { testAppForFile } from '../../../test/support/test-app.ts';
import { codeHelpers, codeTestSettings } from '../../../test/support/flows/test-codes.ts';
import { factorHelpers } from '../../../test/support/flows/test-factors.ts';
import { authenticators, backupCodes } from '../../store/schema/factor-schema.ts';
import { accounts, sessions } from '../../store/schema/schema.ts';

const services = await testAppForFile({ env: codeTestSettings });
const { addAuthenticator, addBackupCodes, submitFactor } = factorHelpers(services);
const { sendByHandle, sendAndVerify, commit } = codeHelpers(services);
const db = services.database.sql;
const password = 'Foyer-2026';
const period = seconds(30);
type Browser = ReturnType<typeof services.browser>;

let numbers = 13500000000;
/** A person whose second factor is an authenticator app. The clock stands at the start of a period. */
async function personWithApp(more: Parameters<typeof services.addAccount>[0] = {}) {
  const mobile = String((numbers += 1));
  const ouid = await services.addAccount({ mobile, password, ...more });
  const codeOf = await addAuthenticator(ouid);
  await services.stores.accounts.setSecondFactor(ouid, true);
  services.moveClock(period - (services.clock.now() % period));
  return { mobile, ouid, codeOf };
}

/** The password was right. */
async function startSecondFactor(mobile: string, browser = services.browser()) {
  const { data } = await browser.signIn(mobile, password);
  expect(data).toMatchObject({ loginDoubleCheck: true });
  return { browser, data, preServiceId: data['preServiceId'] };
}

const isSignedIn = async (browser: Browser) => (await browser.get('/user/accounts/me')).code === 0;
const sessionsOf = (ouid: string) => db.select().from(sessions).where(eq(sessions.account, ouid));

describe('an account with an authenticator app', () => {
  test('is signed in with its code, and the session records both factors', async () => {
    const { mobile, ouid, codeOf } = await personWithApp();
    const { browser, data, preServiceId } = await startSecondFactor(mobile);
    expect(data).toMatchObject({ secondFactors: ['totp', 'sms'], mobile: expect.stringContaining('****') });
    expect(await submitFactor(browser, 'totp', preServiceId, codeOf())).toMatchObject({
      code: 0,
      data: { url: `${services.config.publicUrl}/home`, needAgreement: false },
    });
    expect(await isSignedIn(browser)).toBe(true);
    expect(await sessionsOf(ouid)).toMatchObject([{ method: 'password', factors: ['password', 'totp'] }]);
  });

  test('has a wrong code in its audit trail once', async () => {
    const { mobile, ouid, codeOf } = await personWithApp();
    const { browser, preServiceId } = await startSecondFactor(mobile);
    const wrong = codeOf() === '000000' ? '000001' : '000000';
    expect(await submitFactor(browser, 'totp', preServiceId, wrong)).toMatchObject({ code: resultCodes.wrongCode });
    const types = (await services.stores.audit.listByAccount(ouid)).map(({ type }) => type);
    expect(types.filter((type) => type === 'secondFactorFailed')).toHaveLength(1);
  });

  test('needs no mobile number', async () => {
    const ouid = await services.addAccount({ email: 'app-only@example.com', password });
    const codeOf = await addAuthenticator(ouid);
    await services.stores.accounts.setSecondFactor(ouid, true);
    const { browser, data, preServiceId } = await startSecondFactor('app-only@example.com');
    expect(data).toMatchObject({ secondFactors: ['totp'] });
    expect(data).not.toHaveProperty('mobile');
    expect(await submitFactor(browser, 'totp', preServiceId, codeOf())).toMatchObject({ code: 0 });
  });

  test.each([
    ['of the period before, in the last millisecond of this one', -period, period - 1],
    ['of the next period, in the first millisecond of this one', period, 0],
    ['with spaces and full-width digits', 0, 0],
  ])('accepts a code %s', async (title, shift, at) => {
    const { mobile, codeOf } = await personWithApp();
    const { browser, preServiceId } = await startSecondFactor(mobile);
    const code = codeOf(shift);
    services.moveClock(at);
    const typed = title.startsWith('with')
      ? `${code.slice(0, 3)} ${code.slice(3)}`.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)))
      : code;
    expect(await submitFactor(browser, 'totp', preServiceId, typed)).toMatchObject({ code: 0 });
  });

  test.each([
    ['before, from the first millisecond on', -2 * period, 0],
    ['after, up to the last millisecond', 2 * period, period - 1],
  ])('refuses a code of two periods %s', async (_, shift, at) => {
    const { mobile, codeOf } = await personWithApp();
    const { browser, preServiceId } = await startSecondFactor(mobile);
    const code = codeOf(shift);
    services.moveClock(at);
    const answer = await submitFactor(browser, 'totp', preServiceId, code);
    expect(answer).toMatchObject({ code: resultCodes.wrongCode, data: { attemptsLeft: 9 } });
    expect(await isSignedIn(browser)).toBe(false);
  });

  test('accepts a code once, also for another sign-in, and none before it', async () => {
    const { mobile, codeOf } = await personWithApp();
    const [first, second] = [await startSecondFactor(mobile), await startSecondFactor(mobile)];
    expect(await submitFactor(first.browser, 'totp', first.preServiceId, codeOf())).toMatchObject({ code: 0 });
    for (const code of [codeOf(), codeOf(-period)])
      expect(await submitFactor(second.browser, 'totp', second.preServiceId, code)).toMatchObject({
        code: resultCodes.codeAlreadyUsed,
      });
    expect(await isSignedIn(second.browser)).toBe(false);
    expect(await submitFactor(second.browser, 'totp', second.preServiceId, codeOf(period))).toMatchObject({ code: 0 });
  });

  test('stores the key encrypted', async () => {
    const { ouid, codeOf } = await personWithApp();
    const [row] = await db.select().from(authenticators).where(eq(authenticators.account, ouid));
    expect(codeOf()).toMatch(/^\d{6}$/);
    expect(row!.encryptedSecret).not.toMatch(/^[A-Z2-7]{32}$/);
    expect(Buffer.from(row!.encryptedSecret, 'base64').length).toBe(12 + 32 + 16);
  });

  test('refuses wrong codes after ten in an hour, from unknown browsers together, and forgets them', async () => {
    const { mobile, codeOf } = await personWithApp();
    const wrong = () => (codeOf() === '000000' ? '000001' : '000000');
    const owner = await startSecondFactor(mobile);
    expect(await submitFactor(owner.browser, 'totp', owner.preServiceId, codeOf())).toMatchObject({ code: 0 });
    for (let n = 0; n < 10; n += 1) {
      const { browser, preServiceId } = await startSecondFactor(mobile);
      expect(await submitFactor(browser, 'totp', preServiceId, wrong())).toMatchObject({
        code: resultCodes.wrongCode,
        data: { attemptsLeft: 9 - n },
      });
    }
    services.moveClock(period);
    const stranger = await startSecondFactor(mobile);
    expect(await submitFactor(stranger.browser, 'totp', stranger.preServiceId, codeOf())).toMatchObject({
      status: 429,
      code: resultCodes.tooManyRequests,
      message: expect.stringMatching(/^Too many wrong codes\..*or verify another way\.$/),
    });
    // A browser that the owner has used has a count of its own.
    const again = await startSecondFactor(mobile, owner.browser);
    expect(await submitFactor(again.browser, 'totp', again.preServiceId, codeOf())).toMatchObject({ code: 0 });
    services.moveClock(hours(1));
    const later = await startSecondFactor(mobile);
    expect(await submitFactor(later.browser, 'totp', later.preServiceId, codeOf())).toMatchObject({ code: 0 });
  });

  test('gives a lost response again to the same browser and code, for a minute', async () => {
    const { mobile, ouid, codeOf } = await personWithApp();
    const { browser, preServiceId } = await startSecondFactor(mobile);
    const code = codeOf();
    expect(await submitFactor(browser, 'totp', preServiceId, code)).toMatchObject({ code: 0 });
    services.moveClock(seconds(10));
    expect(await submitFactor(browser, 'totp', preServiceId, code)).toMatchObject({ code: 0 });
    expect(await sessionsOf(ouid)).toHaveLength(1);
    const wrong = await submitFactor(browser, 'totp', preServiceId, codeOf(period));
    expect(wrong).toMatchObject({ code: resultCodes.unknownServiceId });
    services.moveClock(minutes(1));
    expect((await submitFactor(browser, 'totp', preServiceId, code)).code).not.toBe(0);
    expect(await sessionsOf(ouid)).toHaveLength(1);
  });

  test('does not accept the code in another browser, or after 15 minutes', async () => {
    const { mobile, codeOf } = await personWithApp();
    const { browser, preServiceId } = await startSecondFactor(mobile);
    const thief = services.browser();
    await thief.get('/sender/robotAuth/challenge');
    const unknown = { code: resultCodes.unknownServiceId };
    expect(await submitFactor(thief, 'totp', preServiceId, codeOf())).toMatchObject(unknown);
    services.moveClock(minutes(15));
    expect(await submitFactor(browser, 'totp', preServiceId, codeOf())).toMatchObject(unknown);
  });

  test('is not signed in by a text message after a text message: that would be one factor', async () => {
    const { mobile } = await personWithApp();
    const browser = services.browser();
    const { data } = await commit(browser, mobile, await sendAndVerify(browser, mobile));
    expect(data).toMatchObject({ loginDoubleCheck: true, secondFactors: ['totp'] });
    services.moveClock(minutes(1));
    expect(await sendByHandle(browser, data['preServiceId'], 'LOGIN_DOUBLE_CHECK')).toMatchObject({
      code: resultCodes.unknownServiceId,
    });
  });

  test('is asked first for what was used last', async () => {
    const { mobile, ouid, codeOf } = await personWithApp();
    await addBackupCodes(ouid, ['aaaaa00000', 'bbbbb00000']);
    await services.stores.accounts.rememberSecondFactor(ouid, 'sms');
    const { browser, data, preServiceId } = await startSecondFactor(mobile);
    expect(data['secondFactors']).toEqual(['sms', 'totp', 'backupCode']);
    await submitFactor(browser, 'totp', preServiceId, codeOf());
    const next = await startSecondFactor(mobile);
    expect(next.data['secondFactors']).toEqual(['totp', 'sms', 'backupCode']);
    // A backup code is for once, so it never comes first.
    expect(await submitFactor(next.browser, 'backupCode', next.preServiceId, 'aaaaa-00000')).toMatchObject({ code: 0 });
    expect((await startSecondFactor(mobile)).data['secondFactors']).toEqual(['totp', 'sms', 'backupCode']);
  });
});

describe('a backup code', () => {
  const codes = ['0123456789', 'abcde12345', 'zzzzz00000'];

  async function personWithCodes() {
    const mobile = String((numbers += 1));
    const ouid = await services.addAccount({ mobile, password, secondFactor: true });
    await addBackupCodes(ouid, codes);
    return { mobile, ouid };
  }

  test('signs in once, however it is typed', async () => {
    const { mobile, ouid } = await personWithCodes();
    const { browser, data, preServiceId } = await startSecondFactor(mobile);
    expect(data).toMatchObject({ secondFactors: ['sms', 'backupCode'] });
    expect(await submitFactor(browser, 'backupCode', preServiceId, ' O1234—56789 ')).toMatchObject({ code: 0 });
    expect(await sessionsOf(ouid)).toMatchObject([{ factors: ['password', 'backupCode'] }]);
    expect(await services.stores.backupCodes.summary(ouid)).toMatchObject({ left: 2 });
    const next = await startSecondFactor(mobile);
    expect(await submitFactor(next.browser, 'backupCode', next.preServiceId, '01234-56789')).toMatchObject({
      code: resultCodes.codeAlreadyUsed,
    });
    expect(await isSignedIn(next.browser)).toBe(false);
    expect(await submitFactor(next.browser, 'backupCode', next.preServiceId, 'abcde-12345')).toMatchObject({ code: 0 });
  });

  test('is refused if it is wrong or of another account', async () => {
    const [{ mobile }, other] = [await personWithCodes(), await personWithCodes()];
    await addBackupCodes(other.ouid, ['99999aaaaa']);
    const { browser, preServiceId } = await startSecondFactor(mobile);
    for (const wrong of ['99999-aaaaa', '01234', 'x'])
      expect(await submitFactor(browser, 'backupCode', preServiceId, wrong)).toMatchObject({
        code: resultCodes.wrongCode,
      });
  });

  test('is not offered once all are used', async () => {
    const { mobile, ouid } = await personWithCodes();
    for (const code of codes) {
      const { browser, preServiceId } = await startSecondFactor(mobile);
      expect(await submitFactor(browser, 'backupCode', preServiceId, code)).toMatchObject({ code: 0 });
    }
    expect((await startSecondFactor(mobile)).data['secondFactors']).toEqual(['sms']);
    expect(await services.stores.backupCodes.summary(ouid)).toMatchObject({ left: 0 });
  });

  test('is stored as a salted argon2id hash', async () => {
    const { ouid } = await personWithCodes();
    const rows = await db.select().from(backupCodes).where(eq(backupCodes.account, ouid));
    expect(rows).toHaveLength(3);
    expect(JSON.stringify(rows)).not.toMatch(/0123456789|abcde12345/);
    expect(new Set(rows.map(({ salt }) => salt)).size).toBe(1);
  });
});

describe('the database', () => {
  test('refuses a second factor without anything to prove it with', async () => {
    const email = 'nothing@example.com';
    const ouid = await services.addAccount({ email, password });
    await expect(services.stores.accounts.setSecondFactor(ouid, true)).rejects.toThrow();
    await addAuthenticator(ouid);
    await services.stores.accounts.setSecondFactor(ouid, true);
    // The trigger counts: an authenticator that is replaced is one, and the last one cannot be removed.
    await addAuthenticator(ouid);
    expect(await db.select().from(accounts).where(eq(accounts.ouid, ouid))).toMatchObject([{ enrolledFactors: 1 }]);
    await expect(services.stores.authenticators.remove(ouid)).rejects.toThrow();
    await services.stores.accounts.setSecondFactor(ouid, false);
    expect(await services.stores.authenticators.remove(ouid)).toBe(true);
    expect(await db.select().from(accounts).where(eq(accounts.ouid, ouid))).toMatchObject([{ enrolledFactors: 0 }]);
    await db.delete(accounts).where(eq(accounts.ouid, ouid));
  });
});
