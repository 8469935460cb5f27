import { agreementVersion } from '@foyer/contract/agreement-version';
import { resultCodes } from '@foyer/contract/result-codes';
import { minutes, seconds } from '@foyer/contract/time';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { concurrently } from '../../../test/support/concurrently.ts';
import { codeTestSettings, codeHelpers } from '../../../test/support/flows/test-codes.ts';
import { testAppForFile } from '../../../test/support/test-app.ts';
import { accounts, codes, sessions } from '../../store/schema/schema.ts';

const services = await testAppForFile({ env: { ...codeTestSettings, ALLOWED_REDIRECTS: 'https://sign.example.com' } });
const { passHumanCheck, sendByHandle, verify, sendAndVerify, commit, lastMessageTo } = codeHelpers(services);
const db = services.database.sql;
const password = 'Foyer-2026';
const path = '/sender/verifyLoginDoubleCheck';
type Browser = ReturnType<typeof services.browser>;

let numbers = 13400000000;
async function bob(more: Parameters<typeof services.addAccount>[0] = {}) {
  const mobile = String((numbers += 1));
  return { mobile, ouid: await services.addAccount({ mobile, password, secondFactor: true, ...more }) };
}

/** The password was right and the code is sent, but not verified yet. */
async function startSecondFactor(mobile: string, browser = services.browser(), more = {}) {
  const { data } = await browser.signIn(mobile, password, more);
  expect(data).toMatchObject({ loginDoubleCheck: true });
  const preServiceId = String(data['preServiceId']);
  const sent = await sendByHandle(browser, preServiceId, 'LOGIN_DOUBLE_CHECK');
  expect(sent).toMatchObject({ code: 0 });
  const serviceId = String(sent.data['serviceId']);
  const code = String(lastMessageTo(mobile)?.code);
  const give = (credentials = code, rest = {}) => browser.post(path, { credentials, serviceId, ...rest });
  return { browser, preServiceId, serviceId, sent, code, give };
}

const isSignedIn = async (browser: Browser) => (await browser.get('/user/accounts/me')).code === 0;
const sessionsOf = (ouid: string) => db.select().from(sessions).where(eq(sessions.account, ouid));
const other = (code: string) => (code === '000000' ? '000001' : '000000');

describe('an account with a second factor', () => {
  test('is signed in with the code sent to its mobile number [DG-13] [D-11]', async () => {
    const { mobile, ouid } = await bob();
    const { browser, sent, serviceId, give } = await startSecondFactor(mobile);
    expect(sent.data).toMatchObject({ sentTo: `${mobile.slice(0, 3)}****${mobile.slice(-4)}` });
    expect(browser.jar.has('foyer_session')).toBe(false);
    expect(await give()).toMatchObject({
      status: 200,
      code: 0,
      data: { serviceId, url: `${services.config.publicUrl}/home`, needAgreement: false },
    });
    expect(await isSignedIn(browser)).toBe(true);
    expect(await sessionsOf(ouid)).toMatchObject([{ state: 'open', method: 'password', factors: ['password', 'sms'] }]);
  });

  test.each([
    ['remembered from the sign-in', { redirectUrl: '/agreement/service' }, {}, '/agreement/service'],
    [
      'given with the code',
      { redirectUrl: '/agreement/service' },
      { redirectUrl: '/agreement/privacy' },
      '/agreement/privacy',
    ],
    ['that is not allowed and so ignored', {}, { redirectUrl: 'https://evil.test/' }, '/home'],
  ])('is redirected to a URL requested %s [DG-13] [QP-07]', async (_, atSignIn, atCode, place) => {
    const { mobile } = await bob();
    const { give } = await startSecondFactor(mobile, services.browser(), atSignIn);
    expect(await give(undefined, atCode)).toMatchObject({ data: { url: `${services.config.publicUrl}${place}` } });
  });

  test('that has not agreed must still agree [AC-34]', async () => {
    const { mobile } = await bob({ agreed: false });
    const { browser, give } = await startSecondFactor(mobile);
    const answer = await give();
    expect(answer).toMatchObject({ code: 0, data: { needAgreement: true } });
    expect(answer.data).not.toHaveProperty('url');
    expect(await isSignedIn(browser)).toBe(false);
    expect(await browser.put('/v1/accounts/agreement', { version: agreementVersion })).toMatchObject({ code: 0 });
    expect(await isSignedIn(browser)).toBe(true);
  });

  test('that signed in by a code to the same mobile number has one factor [D-32] [S5]', async () => {
    const { mobile, ouid } = await bob();
    const browser = services.browser();
    const first = await commit(browser, mobile, await sendAndVerify(browser, mobile));
    expect(first).toMatchObject({ code: 0, data: { loginDoubleCheck: true } });
    expect(browser.jar.has('foyer_session')).toBe(false);
    services.moveClock(minutes(1));
    const sent = await sendByHandle(browser, first.data['preServiceId'], 'LOGIN_DOUBLE_CHECK');
    const answer = await browser.post(path, {
      credentials: lastMessageTo(mobile)?.code,
      serviceId: sent.data['serviceId'],
    });
    expect(answer).toMatchObject({ code: 0 });
    expect(await sessionsOf(ouid)).toMatchObject([{ method: 'code', factors: ['sms'] }]);
  });

  test('that was invited gets the identity check after the code', async () => {
    const { mobile } = await bob({ name: '尹尔', idNumber: '11010119900307123X' });
    const { browser, give } = await startSecondFactor(mobile);
    expect(await give()).toMatchObject({ code: resultCodes.needsIdentityCheck, data: { name: '尹*' } });
    expect(browser.jar.has('foyer_session')).toBe(false);
  });

  test('that was disabled in the meantime is refused as such', async () => {
    const { mobile, ouid } = await bob();
    const { browser, give } = await startSecondFactor(mobile);
    await db.update(accounts).set({ disabledAt: new Date() }).where(eq(accounts.ouid, ouid));
    expect(await give()).toMatchObject({ code: resultCodes.accountDisabled });
    expect(browser.jar.has('foyer_session')).toBe(false);
  });

  test('allows four wrong codes', async () => {
    const { mobile } = await bob();
    const { code, give } = await startSecondFactor(mobile);
    for (const attemptsLeft of [4, 3, 2, 1])
      expect(await give(other(code))).toMatchObject({ code: resultCodes.wrongCode, data: { attemptsLeft } });
    expect(await give()).toMatchObject({ code: 0 });
  });

  test('needs a new code after five wrong ones', async () => {
    const { mobile } = await bob();
    const { code, give } = await startSecondFactor(mobile);
    for (let tries = 0; tries < 5; tries += 1) await give(other(code));
    expect(await give()).toMatchObject({ code: resultCodes.tooManyCodeTries });
  });

  test('gets another code after thirty seconds [CS-03]', async () => {
    const { mobile } = await bob();
    const { browser, preServiceId, give } = await startSecondFactor(mobile);
    services.moveClock(seconds(30) - 1);
    const early = await sendByHandle(browser, preServiceId, 'LOGIN_DOUBLE_CHECK');
    expect(early).toMatchObject({ status: 429, code: resultCodes.codeTooSoon, data: { retryAfter: 1 } });
    services.moveClock(1);
    const later = await sendByHandle(browser, preServiceId, 'LOGIN_DOUBLE_CHECK');
    expect(later).toMatchObject({ code: 0 });
    expect(await give()).toMatchObject({ code: resultCodes.expiredCode });
    const answer = await browser.post(path, {
      credentials: lastMessageTo(mobile)?.code,
      serviceId: later.data['serviceId'],
    });
    expect(answer).toMatchObject({ code: 0 });
  });

  describe('whose dialog is opened again within thirty seconds', () => {
    /** Signs in again, is told that it is too soon, and gets the handle of the code that was sent. */
    async function again(mobile: string, browser: Browser) {
      const { preServiceId } = (await browser.signIn(mobile, password)).data;
      const sent = await sendByHandle(browser, preServiceId, 'LOGIN_DOUBLE_CHECK');
      expect(sent).toMatchObject({ code: resultCodes.codeTooSoon, data: { retryAfter: expect.any(Number) } });
      const serviceId = sent.data['serviceId'];
      return { serviceId, give: (credentials: string) => browser.post(path, { credentials, serviceId, preServiceId }) };
    }

    test.each([
      ['the same', (first: Browser) => first],
      ['another', () => services.browser()],
    ])('enters in %s browser the code that was sent, once and with the attempts that are left', async (_, choose) => {
      const { mobile, ouid } = await bob();
      const { browser, code, give, serviceId } = await startSecondFactor(mobile);
      expect(await give(other(code))).toMatchObject({ data: { attemptsLeft: 4 } });
      const opened = choose(browser);
      const second = await again(mobile, opened);
      expect(second.serviceId).toBe(serviceId);
      expect(services.sandbox.outbox.sent(mobile)).toHaveLength(1);
      expect(await second.give(other(code))).toMatchObject({ data: { attemptsLeft: 3 } });
      expect(await give(other(code))).toMatchObject({ data: { attemptsLeft: 2 } });
      const answers = await concurrently(() => second.give(code));
      expect(answers.filter((answer) => answer.code === 0)).toHaveLength(1);
      expect(await isSignedIn(opened)).toBe(true);
      expect(await give()).toMatchObject({ code: resultCodes.expiredCode });
      expect((await sessionsOf(ouid)).filter(({ state }) => state === 'open')).toHaveLength(1);
    });

    test('gets none that was used or has too many wrong ones', async () => {
      const { mobile } = await bob();
      const { browser, code, give } = await startSecondFactor(mobile);
      for (let tries = 0; tries < 5; tries += 1) await give(other(code));
      expect((await again(mobile, browser)).serviceId).toBeUndefined();
      const used = await bob();
      const first = await startSecondFactor(used.mobile);
      await first.give();
      // The browser that has signed in has a pause of its own now.
      expect((await again(used.mobile, services.browser())).serviceId).toBeUndefined();
    });

    test('enters it neither without a sign-in of its own nor for another account', async () => {
      const { mobile } = await bob();
      const { code, serviceId } = await startSecondFactor(mobile);
      const stranger = services.browser();
      expect(await stranger.post(path, { credentials: code, serviceId })).toMatchObject({
        code: resultCodes.unknownServiceId,
      });
      const others = await startSecondFactor((await bob()).mobile);
      const { preServiceId } = others;
      expect(await others.browser.post(path, { credentials: code, serviceId, preServiceId })).toMatchObject({
        code: resultCodes.unknownServiceId,
      });
      expect(await isSignedIn(others.browser)).toBe(false);
    });

    test('that a known browser has asked for is entered in no other', async () => {
      const { mobile } = await bob();
      const known = await startSecondFactor(mobile);
      await known.give();
      await known.browser.post('/user/accounts/logout');
      services.moveClock(minutes(1));
      const { code, serviceId } = await startSecondFactor(mobile, known.browser);
      const stranger = services.browser();
      const { preServiceId } = (await stranger.signIn(mobile, password)).data;
      expect((await sendByHandle(stranger, preServiceId, 'LOGIN_DOUBLE_CHECK')).data['serviceId']).not.toBe(serviceId);
      expect(await stranger.post(path, { credentials: code, serviceId, preServiceId })).toMatchObject({
        code: resultCodes.unknownServiceId,
      });
    });

    test('gets no extra code of another browser, whose attempts it would use up [AC-23]', async () => {
      const { mobile } = await bob();
      const { browser, preServiceId } = await startSecondFactor(mobile);
      for (let sent = 1; sent < 5; sent += 1) {
        services.moveClock(seconds(30));
        expect(await sendByHandle(browser, preServiceId, 'LOGIN_DOUBLE_CHECK')).toMatchObject({ code: 0 });
      }
      services.moveClock(seconds(30));
      const owner = services.browser();
      const opened = (await owner.signIn(mobile, password)).data;
      const request = { bizType: 'LOGIN_DOUBLE_CHECK', preServiceId: opened['preServiceId'] };
      const auth = await passHumanCheck(owner, 'extraCode');
      const extra = await owner.post('/sender/mobile/v3', { ...request, auth });
      expect(extra).toMatchObject({ code: 0 });
      expect((await again(mobile, services.browser())).serviceId).not.toBe(extra.data['serviceId']);
      const thief = services.browser();
      const { preServiceId: pending } = (await thief.signIn(mobile, password)).data;
      const { serviceId } = extra.data;
      const guess = { credentials: other(lastMessageTo(mobile)!.code!), serviceId, preServiceId: pending };
      expect(await thief.post(path, guess)).toMatchObject({ code: resultCodes.unknownServiceId });
      expect((await again(mobile, owner)).serviceId).toBe(serviceId);
    });

    test('needs a serviceId that the database alone does not reveal', async () => {
      const { serviceId } = await startSecondFactor((await bob()).mobile);
      expect(JSON.stringify(await db.select().from(codes))).not.toContain(serviceId);
    });
  });

  test('gets at most five messages in ten minutes [AC-21]', async () => {
    const { mobile } = await bob();
    const { browser, preServiceId } = await startSecondFactor(mobile);
    for (let asked = 0; asked < 19; asked += 1) {
      services.moveClock(seconds(31));
      await sendByHandle(browser, preServiceId, 'LOGIN_DOUBLE_CHECK');
    }
    expect(services.sandbox.outbox.sent(mobile)).toHaveLength(5);
  });

  test('has 15 minutes for the second factor', async () => {
    const { mobile } = await bob();
    const browser = services.browser();
    const { data } = await browser.signIn(mobile, password);
    services.moveClock(minutes(15) - 1);
    const sent = await sendByHandle(browser, data['preServiceId'], 'LOGIN_DOUBLE_CHECK');
    expect(sent).toMatchObject({ code: 0 });
    services.moveClock(1);
    expect(await sendByHandle(browser, data['preServiceId'], 'LOGIN_DOUBLE_CHECK')).toMatchObject({
      code: resultCodes.unknownServiceId,
    });
    const late = await browser.post(path, {
      credentials: lastMessageTo(mobile)?.code,
      serviceId: sent.data['serviceId'],
    });
    expect(late).toMatchObject({ code: resultCodes.expiredCode });
    expect(browser.jar.has('foyer_session')).toBe(false);
  });
});

describe('the second factor cannot be bypassed', () => {
  test('with the code in another browser [AC-30]', async () => {
    const { mobile } = await bob();
    const { serviceId, code } = await startSecondFactor(mobile);
    const elsewhere = services.browser();
    const answer = await elsewhere.post(path, { credentials: code, serviceId });
    expect(answer).toMatchObject({ code: resultCodes.unknownServiceId });
    expect(elsewhere.jar.has('foyer_session')).toBe(false);
  });

  test('by requesting the code of a pending sign-in of another browser [AC-25]', async () => {
    const { mobile } = await bob();
    const { data } = await services.browser().signIn(mobile, password);
    const sent = await sendByHandle(services.browser(), data['preServiceId'], 'LOGIN_DOUBLE_CHECK');
    expect(sent).toMatchObject({ code: resultCodes.unknownServiceId });
    expect(services.sandbox.outbox.sent(mobile)).toHaveLength(0);
  });

  test('with the handle of the sign-in or with another code [AC-19] [AC-30]', async () => {
    const { mobile } = await bob();
    const browser = services.browser();
    const forSignIn = await sendAndVerify(browser, mobile);
    services.moveClock(minutes(1));
    const { preServiceId, code, serviceId } = await startSecondFactor(mobile, browser);
    for (const wrong of [preServiceId, forSignIn, 'made-up'])
      expect(await browser.post(path, { credentials: code, serviceId: wrong })).toMatchObject({
        code: resultCodes.unknownServiceId,
      });
    // Its code is not valid for another purpose either.
    expect(await verify(browser, serviceId, code)).toMatchObject({ code: resultCodes.unknownServiceId });
    expect(await commit(browser, mobile, serviceId)).toMatchObject({ code: resultCodes.unknownServiceId });
    expect(browser.jar.has('foyer_session')).toBe(false);
  });

  test('with the code of another pending sign-in [AC-24]', async () => {
    const [mine, theirs] = [await bob(), await bob()];
    const browser = services.browser();
    const { data } = await browser.signIn(theirs.mobile, password);
    const { give } = await startSecondFactor(mine.mobile, browser);
    expect(await give(undefined, { preServiceId: data['preServiceId'] })).toMatchObject({ code: 0 });
    expect(await browser.get('/user/accounts/me')).toMatchObject({ data: { ouid: mine.ouid } });
    expect(await sessionsOf(theirs.ouid)).toEqual([]);
  });

  test('by replaying an earlier success [AC-63]', async () => {
    const { mobile, ouid } = await bob();
    const { browser, give } = await startSecondFactor(mobile);
    expect(await give()).toMatchObject({ code: 0 });
    await browser.post('/user/accounts/logout');
    expect(await give()).toMatchObject({ code: resultCodes.expiredCode });
    expect(await sessionsOf(ouid)).toEqual([]);
  });

  test('with many concurrent uses of the code, which open one session [AC-20]', async () => {
    const { mobile, ouid } = await bob();
    const { give } = await startSecondFactor(mobile);
    const answers = await concurrently(() => give());
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1);
    expect(await sessionsOf(ouid)).toHaveLength(1);
  });
});

test('a sign-out everywhere also ends pending sign-ins', async () => {
  const { mobile } = await bob();
  const first = await startSecondFactor(mobile);
  await first.give();
  services.moveClock(minutes(1));
  const waiting = await startSecondFactor(mobile);
  await first.browser.post('/user/accounts/logout', { everywhere: true });
  expect(await waiting.give()).toMatchObject({ code: resultCodes.expiredCode });
});
