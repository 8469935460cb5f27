import { resultCodes } from '@foyer/contract/result-codes';
import { seconds } from '@foyer/contract/time';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { concurrently } from '../../../test/support/concurrently.ts';
import { bindingHelpers, noCodeLimits } from '../../../test/support/flows/test-binding.ts';
import { codeHelpers } from '../../../test/support/flows/test-codes.ts';
import { ssoHelpers } from '../../../test/support/flows/test-company.ts';
import { testAppForFile } from '../../../test/support/test-app.ts';
import { accounts, sessions } from '../../store/schema/schema.ts';

const services = await testAppForFile({ sandbox: true, env: noCodeLimits });
const { findCompany, checkBind } = ssoHelpers(services);
const { lastMessageTo, sendByHandle } = codeHelpers(services);
const { newMobile, isSignedIn, linkOf, startUnlinked, sendTo } = bindingHelpers(services);
const db = services.database.sql;

const expired = { code: resultCodes.ssoExpired };
const sessionsOf = (ouid: unknown) =>
  db
    .select()
    .from(sessions)
    .where(eq(sessions.account, String(ouid)));
beforeEach(() => db.delete(sessions));

/** The service has linked the identity and opened the session, and the response was lost. */
async function signInWithLostResponse(account?: Parameters<typeof services.addAccount>[0]) {
  const mobile = newMobile();
  if (account) await services.addAccount({ mobile, ...account });
  const browser = services.browser();
  const accessCode = await startUnlinked(browser);
  const authCodeId = await sendTo(browser, accessCode, mobile);
  const code = String(lastMessageTo(mobile)?.code);
  const before = new Map(browser.jar);
  const first = await checkBind(browser, accessCode, { authCodeId, code });
  const lostToken = browser.jar.get('foyer_session');
  browser.jar.clear();
  for (const [name, value] of before) browser.jar.set(name, value);
  const again = (more: object = {}, by = browser, access = accessCode) =>
    checkBind(by, access, { authCodeId, code, ...more });
  return { mobile, browser, accessCode, authCodeId, code, first, lostToken, again };
}

describe('a lost response of the bind call', () => {
  test('is repeated for the same browser, with one account, one session and one notice [AC-38] [AC-62]', async () => {
    const { mobile, browser, first, lostToken, again } = await signInWithLostResponse({
      lastSignInAt: new Date(services.clock.now()),
    });
    await services.backgroundTasks.settled();
    const notice = lastMessageTo(mobile);
    services.moveClock(seconds(12));
    expect(await again()).toMatchObject({ code: 0, data: first.data });
    expect(await isSignedIn(browser)).toBe(true);
    expect(await sessionsOf(first.data['accountId'])).toMatchObject([{ method: 'sso', factors: ['sms'] }]);
    expect(await linkOf('acme-carol')).toMatchObject({ account: first.data['accountId'] });
    const stale = services.browser();
    stale.jar.set('foyer_session', lostToken!);
    expect(await isSignedIn(stale)).toBe(false);
    await services.backgroundTasks.settled();
    expect(lastMessageTo(mobile)).toEqual(notice);
  });

  test('is repeated with the created account for one minute [AC-62] [AC-63]', async () => {
    const { mobile, first, again } = await signInWithLostResponse();
    services.moveClock(seconds(1) - 1);
    expect(await again()).toMatchObject(expired);
    services.moveClock(1);
    expect(await again()).toMatchObject({ code: 0, data: { accountId: first.data['accountId'] } });
    services.moveClock(seconds(59) - 1);
    expect(await again()).toMatchObject({ code: 0, data: { accountId: first.data['accountId'] } });
    expect(await db.select().from(accounts).where(eq(accounts.mobile, mobile))).toHaveLength(1);
    services.moveClock(1);
    expect(await again()).toMatchObject(expired);
  });

  test('is repeated only for the same code, identity and browser [AC-11] [AC-38] [AC-40]', async () => {
    const { browser, code, first, again } = await signInWithLostResponse();
    const thief = services.browser();
    await findCompany(thief, 'acme');
    const mia = await startUnlinked(browser, 'acme-mia');
    const other = newMobile();
    const hers = { authCodeId: await sendTo(browser, mia, other), code: lastMessageTo(other)?.code };
    expect(await checkBind(browser, mia, hers)).toMatchObject({ code: 0 });
    const atFirst = await linkOf('acme-mia');
    services.moveClock(seconds(5));
    expect(await again({}, thief)).toMatchObject(expired);
    expect(await again({}, services.browser())).toMatchObject(expired);
    expect(await again({ code: code === '000000' ? '000001' : '000000' })).toMatchObject(expired);
    // Both were linked just now in this browser, and each still needs its own code.
    expect(await again({}, browser, mia)).toMatchObject(expired);
    expect(await again({ ...hers })).toMatchObject(expired);
    expect(await isSignedIn(thief)).toBe(false);
    expect(await linkOf('acme-mia')).toEqual(atFirst);
    expect(await linkOf('acme-carol')).toMatchObject({ account: first.data['accountId'] });
  });

  test.each([{}, { everywhere: true }])('is not repeated after signing out with %j [AC-63]', async (how) => {
    const { browser, lostToken, first, again } = await signInWithLostResponse({});
    browser.jar.set('foyer_session', lostToken!);
    await browser.post('/user/accounts/logout', how);
    services.moveClock(seconds(5));
    expect(await again()).toMatchObject(expired);
    expect(await sessionsOf(first.data['accountId'])).toEqual([]);
  });

  test('repeats the second factor with a new handle; nothing is linked before it [AC-30] [AC-37]', async () => {
    const { mobile, browser, first, again } = await signInWithLostResponse({ secondFactor: true });
    services.moveClock(seconds(5));
    const second = await again();
    const send = (handle: unknown) => sendByHandle(browser, handle, 'LOGIN_DOUBLE_CHECK');
    expect(await send(first.data['preServiceId'])).toMatchObject({ code: resultCodes.unknownServiceId });
    expect(await linkOf('acme-carol')).toBeUndefined();
    const { serviceId } = (await send(second.data['preServiceId'])).data;
    const given = { serviceId, credentials: lastMessageTo(mobile)?.code };
    expect(await browser.post('/sender/verifyLoginDoubleCheck', given)).toMatchObject({ code: 0 });
    expect(await linkOf('acme-carol')).toBeDefined();
    expect(await again()).toMatchObject(expired);
  });

  test('requested many times concurrently gives one session [AC-20] [AC-38]', async () => {
    const { first, again } = await signInWithLostResponse();
    services.moveClock(seconds(5));
    const answers = await concurrently(() => again());
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1);
    expect(await sessionsOf(first.data['accountId'])).toHaveLength(1);
  });
});
