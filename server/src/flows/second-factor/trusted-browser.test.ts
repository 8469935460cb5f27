import { resultCodes } from '@foyer/contract/result-codes';
import { days, hours, minutes } from '@foyer/contract/time';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, onTestFinished, test } from 'vitest';
import { codeTestSettings, codeHelpers } from '../../../test/support/flows/test-codes.ts';
import { testAppForFile } from '../../../test/support/test-app.ts';
import { factorHelpers } from '../../../test/support/flows/test-factors.ts';
import { testRequestContext } from '../../../test/support/test-request-context.ts';
import { completeSecondFactor } from '../../parts/sign-in/complete-second-factor.ts';
import { trustedBrowsers } from '../../store/schema/browser-schema.ts';
import { sessions } from '../../store/schema/schema.ts';

const services = await testAppForFile({ env: codeTestSettings });
const { sendByHandle, sendAndVerify, commit, lastMessageTo } = codeHelpers(services);
const { addAuthenticator, submitFactor } = factorHelpers(services);
const db = services.database.sql;
const password = 'Foyer-2026';
type Browser = ReturnType<typeof services.browser>;

let numbers = 13300000000;
async function bob() {
  const mobile = String((numbers += 1));
  return { mobile, ouid: await services.addAccount({ mobile, password, secondFactor: true }) };
}

async function giveCode(mobile: string, browser: Browser, more = {}) {
  const { data } = await browser.signIn(mobile, password);
  const sent = await sendByHandle(browser, data['preServiceId'], 'LOGIN_DOUBLE_CHECK');
  const code = lastMessageTo(mobile)?.code;
  return browser.post('/sender/verifyLoginDoubleCheck', {
    credentials: code,
    serviceId: sent.data['serviceId'],
    ...more,
  });
}

const isSignedIn = async (browser: Browser) => (await browser.get('/user/accounts/me')).code === 0;
const sessionsOf = (ouid: string) => db.select().from(sessions).where(eq(sessions.account, ouid));

async function trusting(mobile: string, browser = services.browser()) {
  expect(await giveCode(mobile, browser, { trustBrowser: true })).toMatchObject({ code: 0 });
  await browser.post('/user/accounts/logout');
  return browser;
}
const asks = async (browser: Browser, mobile: string) =>
  (await browser.signIn(mobile, password)).data['loginDoubleCheck'];

test('a trusted browser gets an HttpOnly cookie and skips the second factor [D-11]', async () => {
  const { mobile, ouid } = await bob();
  const browser = services.browser();
  const answer = await giveCode(mobile, browser, { trustBrowser: true });
  expect(answer.headers['set-cookie']).toContainEqual(
    expect.stringMatching(/^foyer_trust=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/),
  );
  expect(JSON.stringify(await db.select().from(trustedBrowsers))).not.toContain(browser.jar.get('foyer_trust'));
  await browser.post('/user/accounts/logout');
  expect(await asks(browser, mobile)).toBe(false);
  expect(await isSignedIn(browser)).toBe(true);
  expect(await sessionsOf(ouid)).toMatchObject([{ factors: ['password'] }]);
});

test('a browser becomes trusted together with its session, or not at all', async () => {
  const { mobile, ouid } = await bob();
  // The commit fails, after every statement has succeeded.
  await db.execute(sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$`);
  onTestFinished(async () => void (await db.execute(sql`drop function refuse cascade`)));
  await db.execute(
    sql`create constraint trigger refuse_all after insert on trusted_browsers deferrable initially deferred for each row execute function refuse()`,
  );
  const browser = services.browser();
  await services.addAccount({ mobile: '13320000000', password });
  expect(await browser.signIn('13320000000', password)).toMatchObject({ code: 0 });
  expect(await giveCode(mobile, browser, { trustBrowser: true })).toMatchObject({ status: 500 });
  expect(await sessionsOf(ouid)).toEqual([]);
  // The cookies are those of before.
  expect(browser.jar.has('foyer_trust')).toBe(false);
  expect(await isSignedIn(browser)).toBe(true);
});

test('a client without cookies does not become trusted', async () => {
  const { ouid } = await bob();
  const { pendingSignIns, trustedBrowsers: trusted } = services.stores;
  const preServiceId = await pendingSignIns.create({
    account: ouid,
    method: 'password',
    factors: ['password'],
    redirectUrl: '/home',
    awaiting: 'secondFactor',
    browserId: 'browser',
    usedHandleHash: undefined,
  });
  const proof = { preServiceId, factor: 'sms', trustBrowser: true, use: async () => true } as const;
  const context = testRequestContext('browser', { withoutCookies: true });
  expect(await completeSecondFactor(services, proof, context)).toMatchObject({ is: 'done' });
  expect(await trusted.listByAccount(ouid, {})).toEqual([]);
});

test('a trusted browser needs the second factor again after thirty days', async () => {
  const { mobile } = await bob();
  const browser = await trusting(mobile);
  services.moveClock(days(30) - 1);
  expect(await asks(browser, mobile)).toBe(false);
  services.moveClock(1);
  expect(await asks(browser, mobile)).toBe(true);
});

test('a trusted browser also skips it for a sign-in by code', async () => {
  const { mobile } = await bob();
  const browser = await trusting(mobile);
  services.moveClock(minutes(1));
  const answer = await commit(browser, mobile, await sendAndVerify(browser, mobile));
  expect(answer).toMatchObject({ code: 0, data: { loginDoubleCheck: false } });
});

test('a trusted browser is trusted for its own account only', async () => {
  const [mine, theirs] = [await bob(), await bob()];
  const browser = await trusting(mine.mobile);
  expect(await asks(browser, theirs.mobile)).toBe(true);
  await trusting(theirs.mobile, browser);
  expect(await asks(browser, theirs.mobile)).toBe(false);
  expect(await asks(browser, mine.mobile)).toBe(false);
});

test('a trust cookie does not work in another browser [AC-30]', async () => {
  const { mobile } = await bob();
  const browser = await trusting(mobile);
  const thief = services.browser();
  thief.jar.set('foyer_trust', browser.jar.get('foyer_trust')!);
  expect(await asks(thief, mobile)).toBe(true);
});

test('a trusted browser still needs the right password', async () => {
  const { mobile } = await bob();
  const browser = await trusting(mobile);
  expect(await browser.signIn(mobile, 'wrong')).toMatchObject({ code: resultCodes.wrongCredentials });
});

test('a trusted browser needs the second factor again after a sign-out everywhere', async () => {
  const { mobile } = await bob();
  const browser = await trusting(mobile);
  await browser.signIn(mobile, password);
  await browser.post('/user/accounts/logout', { everywhere: true });
  expect(await asks(browser, mobile)).toBe(true);
});

test('a browser is not trusted unless requested', async () => {
  const { mobile } = await bob();
  const browser = services.browser();
  expect(await giveCode(mobile, browser)).toMatchObject({ code: 0 });
  expect(browser.jar.has('foyer_trust')).toBe(false);
});

describe('a browser is not trusted by one factor [AC-30]', () => {
  test('by a code by text message, then another to the same number', async () => {
    const { mobile } = await bob();
    const browser = services.browser();
    const { data } = await commit(browser, mobile, await sendAndVerify(browser, mobile));
    expect(data).toMatchObject({ secondFactors: ['sms'], canTrustBrowser: false });
    services.moveClock(minutes(1));
    const sent = await sendByHandle(browser, data['preServiceId'], 'LOGIN_DOUBLE_CHECK');
    const credentials = lastMessageTo(mobile)?.code;
    const proof = { serviceId: sent.data['serviceId'], credentials, trustBrowser: true };
    expect(await browser.post('/sender/verifyLoginDoubleCheck', proof)).toMatchObject({ code: 0 });
    expect(browser.jar.has('foyer_trust')).toBe(false);
    expect(await asks(browser, mobile)).toBe(true);
  });

  test('by a password and a new app that it has added; 72 hours later it is', async () => {
    const email = 'one-factor@example.com';
    const ouid = await services.addAccount({ email, password });
    const code = await addAuthenticator(ouid);
    await services.stores.accounts.setSecondFactor(ouid, true);
    const until = new Date(services.clock.now() + hours(72)).toISOString();
    await services.stores.accounts.setNewFactor(ouid, 'totp', { by: ['password'], until });
    const signIn = async () => {
      const browser = services.browser();
      const { data } = await browser.signIn(email, password);
      const proof = await submitFactor(browser, 'totp', data['preServiceId'], code(), { trustBrowser: true });
      expect(proof).toMatchObject({ code: 0 });
      return { offered: data['canTrustBrowser'], trusted: browser.jar.has('foyer_trust') };
    };
    expect(await signIn()).toEqual({ offered: false, trusted: false });
    services.moveClock(hours(72));
    expect(await signIn()).toEqual({ offered: true, trusted: true });
  });
});
