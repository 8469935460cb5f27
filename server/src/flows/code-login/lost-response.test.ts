import { resultCodes } from '@foyer/contract/result-codes';
import { minutes, seconds } from '@foyer/contract/time';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { concurrently } from '../../../test/support/concurrently.ts';
import { codeTestSettings, codeHelpers } from '../../../test/support/flows/test-codes.ts';
import { testAppForFile } from '../../../test/support/test-app.ts';
import { signOutEverywhere } from '../../parts/sign-in/sign-out-everywhere.ts';
import { sha256 as hashOf } from '../../platform/sha256.ts';
import { inTransaction } from '../../services.ts';
import { accounts, codes, pendingSignIns, sessions } from '../../store/schema/schema.ts';

const services = await testAppForFile({ env: { ...codeTestSettings, CODES_PER_NETWORK: '1000' } });
const { sendAndVerify, commit, sendByHandle, lastMessageTo } = codeHelpers(services);
const db = services.database.sql;

type Browser = ReturnType<typeof services.browser>;

let numbers = 13350000000;
const newMobile = () => String((numbers += 1));
const isSignedIn = async (browser: Browser) => (await browser.get('/user/accounts/me')).code === 0;
const sessionsOf = (ouid: unknown) =>
  db
    .select()
    .from(sessions)
    .where(eq(sessions.account, String(ouid)));
const expired = { code: resultCodes.expiredCode };

/** The service has completed the call, and the response was lost. */
async function signInWithLostResponse(account: Parameters<typeof services.addAccount>[0] | 'noAccount' = {}) {
  const mobile = newMobile();
  if (account !== 'noAccount') await services.addAccount({ mobile, ...account });
  const browser = services.browser();
  const serviceId = await sendAndVerify(browser, mobile);
  const before = new Map(browser.jar);
  const first = await commit(browser, mobile, serviceId, { agreed: true });
  const lostToken = browser.jar.get('foyer_session');
  browser.jar.clear();
  for (const [name, value] of before) browser.jar.set(name, value);
  return {
    mobile,
    browser,
    serviceId,
    first,
    lostToken,
    again: () => commit(browser, mobile, serviceId, { agreed: true }),
  };
}

describe('a lost response', () => {
  test('is repeated for the same browser, and only one session remains [AC-62]', async () => {
    const { browser, first, lostToken, again } = await signInWithLostResponse();
    services.moveClock(seconds(12));
    expect(await again()).toMatchObject({ code: 0, data: first.data });
    expect(await isSignedIn(browser)).toBe(true);
    expect(await sessionsOf(first.data['ouid'])).toHaveLength(1);
    const stale = services.browser();
    stale.jar.set('foyer_session', lostToken!);
    expect(await isSignedIn(stale)).toBe(false);
  });

  test('is repeated for one minute, any number of times, but not immediately [AC-62] [AC-63]', async () => {
    const { first, again } = await signInWithLostResponse();
    services.moveClock(seconds(1) - 1);
    expect(await again()).toMatchObject(expired);
    services.moveClock(1);
    expect(await again()).toMatchObject({ code: 0 });
    services.moveClock(seconds(59) - 1);
    expect(await again()).toMatchObject({ code: 0 });
    services.moveClock(1);
    expect(await again()).toMatchObject(expired);
    services.moveClock(seconds(5));
    expect(await again()).toMatchObject(expired);
    expect(await sessionsOf(first.data['ouid'])).toHaveLength(1);
  });

  /** The embedded database runs one transaction at a time. */
  test.runIf(process.env['TEST_DATABASE_URL'])(
    'that is requested again during a sign-out everywhere gives no session, and neither waits for the other',
    async () => {
      const { first, again } = await signInWithLostResponse();
      const ouid = String(first.data['ouid']);
      services.moveClock(seconds(5));
      const isWaiting = sql`datname = current_database() and wait_event_type = 'Lock'`;
      const { repeated } = await inTransaction(services, async ({ stores }) => {
        await stores.accounts.lockRow(ouid);
        const answer = again();
        await expect.poll(() => db.$count(sql`pg_stat_activity`, isWaiting)).toBe(1);
        await signOutEverywhere(stores, ouid);
        return { repeated: answer };
      });
      expect(await repeated).toMatchObject(expired);
      expect(await sessionsOf(ouid)).toEqual([]);
    },
  );

  test('of a new account repeats the account and the offer to set a password [AC-62] [DG-08]', async () => {
    const { mobile, browser, first, again } = await signInWithLostResponse('noAccount');
    services.moveClock(seconds(5));
    const second = await again();
    expect(second).toMatchObject({ code: 0, data: { ouid: first.data['ouid'], newUser: true } });
    expect(await db.select().from(accounts).where(eq(accounts.mobile, mobile))).toHaveLength(1);
    const { setPwdServiceId: serviceId } = second.data;
    const set = (handle: unknown) =>
      browser.put('/v1/sender/setupPwd', { serviceId: handle, newPassword: '1f'.repeat(32) });
    expect(await set(first.data['setPwdServiceId'])).not.toMatchObject({ code: 0 });
    expect(await set(serviceId)).toMatchObject({ code: 0 });
  });

  test('before the second factor gives a new handle and invalidates the first [AC-62] [AC-30]', async () => {
    const { mobile, browser, first, again } = await signInWithLostResponse({ secondFactor: true });
    services.moveClock(seconds(5));
    const second = await again();
    expect(second.data).toMatchObject({ loginDoubleCheck: true, preServiceId: expect.any(String) });
    expect(second.data['preServiceId']).not.toBe(first.data['preServiceId']);
    expect(browser.jar.has('foyer_session')).toBe(false);
    expect(await sendByHandle(browser, first.data['preServiceId'], 'LOGIN_DOUBLE_CHECK')).toMatchObject({
      code: resultCodes.unknownServiceId,
    });
    const sent = await sendByHandle(browser, second.data['preServiceId'], 'LOGIN_DOUBLE_CHECK');
    const credentials = lastMessageTo(mobile)?.code;
    expect(
      await browser.post('/sender/verifyLoginDoubleCheck', { serviceId: sent.data['serviceId'], credentials }),
    ).toMatchObject({ code: 0 });
    services.moveClock(seconds(5));
    expect(await again()).toMatchObject(expired);
    expect(await sessionsOf(first.data['ouid'])).toHaveLength(1);
  });

  test('is not repeated for another browser [AC-24] [AC-62]', async () => {
    const { mobile, serviceId, browser, first } = await signInWithLostResponse();
    const thief = services.browser();
    await sendAndVerify(thief, newMobile());
    services.moveClock(seconds(5));
    expect(await commit(thief, mobile, serviceId)).toMatchObject({ code: resultCodes.unknownServiceId });
    expect(await commit(browser, newMobile(), serviceId)).toMatchObject({ code: resultCodes.unknownServiceId });
    expect(await isSignedIn(thief)).toBe(false);
    expect(await sessionsOf(first.data['ouid'])).toHaveLength(1);
  });

  test('is found in the store only by its own browser and purpose [AC-24] [AC-62]', async () => {
    const { serviceId, first } = await signInWithLostResponse();
    services.moveClock(seconds(5));
    const { revokeSignIn } = services.stores.retries;
    const [code] = await db
      .select()
      .from(codes)
      .where(eq(codes.handleHash, hashOf(serviceId)));
    const lookup = { serviceId, browserId: code!.browserId, bizTypes: ['REGISTER_LOGIN'] } as const;
    expect(await revokeSignIn({ ...lookup, browserId: 'another' })).toBeUndefined();
    expect(await revokeSignIn({ ...lookup, bizTypes: ['RETRIEVE'] })).toBeUndefined();
    expect(await revokeSignIn(lookup)).toBe(first.data['ouid']);
  });

  test.each([{}, { everywhere: true }])('is not repeated after signing out with %j [AC-63]', async (how) => {
    const { browser, first, again, lostToken } = await signInWithLostResponse();
    browser.jar.set('foyer_session', lostToken!);
    await browser.post('/user/accounts/logout', how);
    services.moveClock(seconds(5));
    expect(await again()).toMatchObject(expired);
    expect(await sessionsOf(first.data['ouid'])).toEqual([]);
  });

  test.each([
    ['session', {}],
    ['sign-in that waits', { secondFactor: true }],
  ])('requested many times concurrently gives one %s [AC-20] [AC-62]', async (_, account) => {
    const { first, again } = await signInWithLostResponse(account);
    services.moveClock(seconds(5));
    const answers = await concurrently(again);
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1);
    // A busy database may turn some away, to come back later.
    const { expiredCode, busy } = resultCodes;
    for (const { code } of answers) expect([0, expiredCode, busy]).toContain(code);
    const ouid = String(first.data['ouid']);
    const waiting = await db.select().from(pendingSignIns).where(eq(pendingSignIns.account, ouid));
    expect((await sessionsOf(ouid)).length + waiting.length).toBe(1);
  });
});

test('a received response is not repeated a minute or a day later [AC-63]', async () => {
  const { browser, mobile, serviceId } = await signInWithLostResponse();
  services.moveClock(minutes(1));
  expect(await commit(browser, mobile, serviceId)).toMatchObject(expired);
  services.moveClock(minutes(24 * 60));
  expect(await commit(browser, mobile, serviceId)).not.toMatchObject({ code: 0 });
});
