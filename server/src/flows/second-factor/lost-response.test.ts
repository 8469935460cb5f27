import { resultCodes } from '@foyer/contract/result-codes';
import { seconds } from '@foyer/contract/time';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { concurrently } from '../../../test/support/concurrently.ts';
import { codeTestSettings, codeHelpers } from '../../../test/support/flows/test-codes.ts';
import { testAppForFile } from '../../../test/support/test-app.ts';
import { sessions } from '../../store/schema/schema.ts';

const services = await testAppForFile({ env: codeTestSettings });
const { sendByHandle, lastMessageTo } = codeHelpers(services);
const password = 'Foyer-2026';
const expired = { code: resultCodes.expiredCode };
type Browser = ReturnType<typeof services.browser>;

let numbers = 13360000000;
const isSignedIn = async (browser: Browser) => (await browser.get('/user/accounts/me')).code === 0;
const sessionsOf = (ouid: string) => services.database.sql.select().from(sessions).where(eq(sessions.account, ouid));

/** The service has completed the sign-in, and the response was lost. */
async function signInWithLostResponse(account: Parameters<typeof services.addAccount>[0] = {}, sentFirst = {}) {
  const mobile = String((numbers += 1));
  const ouid = await services.addAccount({ mobile, password, secondFactor: true, ...account });
  const browser = services.browser();
  const { data } = await browser.signIn(mobile, password, { redirectUrl: '/agreement/service' });
  const sent = await sendByHandle(browser, data['preServiceId'], 'LOGIN_DOUBLE_CHECK');
  const { serviceId } = sent.data;
  const code = String(lastMessageTo(mobile)?.code);
  const give = (credentials = code, by = browser, more: object = {}) =>
    by.post('/sender/verifyLoginDoubleCheck', { credentials, serviceId, ...more });
  const before = new Map(browser.jar);
  const first = await give(code, browser, sentFirst);
  const lostToken = browser.jar.get('foyer_session');
  browser.jar.clear();
  for (const [name, value] of before) browser.jar.set(name, value);
  return { ouid, browser, first, lostToken, code, give };
}

describe('a lost response of the second factor', () => {
  test('is repeated for the same browser, and only one session remains [AC-62] [DG-13]', async () => {
    const { ouid, browser, first, lostToken, give } = await signInWithLostResponse();
    services.moveClock(seconds(12));
    expect(await give()).toMatchObject({ code: 0, data: first.data });
    expect(await isSignedIn(browser)).toBe(true);
    expect(await sessionsOf(ouid)).toMatchObject([{ method: 'password', factors: ['password', 'sms'] }]);
    const stale = services.browser();
    stale.jar.set('foyer_session', lostToken!);
    expect(await isSignedIn(stale)).toBe(false);
  });

  test('is repeated for one minute, but not immediately [AC-62] [AC-63]', async () => {
    const { ouid, give } = await signInWithLostResponse();
    services.moveClock(seconds(1) - 1);
    expect(await give()).toMatchObject(expired);
    services.moveClock(1);
    expect(await give()).toMatchObject({ code: 0 });
    services.moveClock(seconds(59) - 1);
    expect(await give()).toMatchObject({ code: 0 });
    services.moveClock(1);
    expect(await give()).toMatchObject(expired);
    expect(await sessionsOf(ouid)).toHaveLength(1);
  });

  test('is repeated only for the same code in the same browser [AC-24] [AC-30]', async () => {
    const { ouid, code, give } = await signInWithLostResponse();
    services.moveClock(seconds(5));
    const thief = services.browser();
    await thief.get('/sender/robotAuth/challenge');
    expect(await give(code, thief)).toMatchObject({ code: resultCodes.unknownServiceId });
    expect(await give(code === '000000' ? '000001' : '000000')).toMatchObject(expired);
    expect(await isSignedIn(thief)).toBe(false);
    expect(await sessionsOf(ouid)).toHaveLength(1);
  });

  test.each([{}, { everywhere: true }])('is not repeated after signing out with %j [AC-63]', async (how) => {
    const { ouid, browser, lostToken, give } = await signInWithLostResponse();
    browser.jar.set('foyer_session', lostToken!);
    await browser.post('/user/accounts/logout', how);
    services.moveClock(seconds(5));
    expect(await give()).toMatchObject(expired);
    expect(await sessionsOf(ouid)).toEqual([]);
  });

  test('repeats the identity check with a new handle [DG-04] [AC-62]', async () => {
    const { browser, first, give } = await signInWithLostResponse({ name: '尹尔', idNumber: '11010119900307123X' });
    services.moveClock(seconds(5));
    const again = await give();
    expect([first.code, again.code]).toEqual([resultCodes.needsIdentityCheck, resultCodes.needsIdentityCheck]);
    const check = (serviceId: unknown) => browser.post('/v1/accounts/identityCheck', { serviceId, idSuffix: '123X' });
    expect(await check(first.data['serviceId'])).toMatchObject({ code: resultCodes.unknownServiceId });
    expect(await check(again.data['serviceId'])).toMatchObject({ code: 0 });
    expect(await give()).toMatchObject(expired);
    expect(browser.jar.has('foyer_session')).toBe(false);
  });

  test('includes the requested browser trust [AC-62]', async () => {
    const { browser, give } = await signInWithLostResponse();
    services.moveClock(seconds(5));
    expect(await give(undefined, browser, { trustBrowser: true })).toMatchObject({ code: 0 });
    expect(browser.jar.has('foyer_trust')).toBe(true);
  });

  test('trusts the browser once [AC-62]', async () => {
    const { ouid, browser, give } = await signInWithLostResponse({}, { trustBrowser: true });
    services.moveClock(seconds(5));
    expect(await give(undefined, browser, { trustBrowser: true })).toMatchObject({ code: 0 });
    expect(await services.stores.trustedBrowsers.listByAccount(ouid, {})).toHaveLength(1);
  });

  test('requested many times concurrently gives one session [AC-20] [AC-62]', async () => {
    const { ouid, give } = await signInWithLostResponse();
    services.moveClock(seconds(5));
    const answers = await concurrently(() => give());
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1);
    expect(await sessionsOf(ouid)).toHaveLength(1);
  });
});
