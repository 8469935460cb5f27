import { resultCodes } from '@foyer/contract/result-codes';
import { days, minutes } from '@foyer/contract/time';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { storeSession } from '../../../test/support/flows/store-session.ts';
import { testAppForFile } from '../../../test/support/test-app.ts';
import { codeHelpers, codeTestSettings } from '../../../test/support/flows/test-codes.ts';
import { eraseClosedAccounts } from '../../parts/account-closure/erase-closed-accounts.ts';
import { accounts, agreements, sessions } from '../../store/schema/schema.ts';

const services = await testAppForFile({ env: codeTestSettings });
const db = services.database.sql;
const { sendAndVerify, commit } = codeHelpers(services);
const password = 'Foyer-2026';
type Browser = ReturnType<typeof services.browser>;

let numbers = 13640000000;
async function signedInPerson() {
  const mobile = String((numbers += 1));
  const ouid = await services.addAccount({ mobile, password, language: 'en-US' });
  const browser = services.browser();
  await browser.signIn(mobile, password);
  const audited = async () => (await services.stores.audit.listByAccount(ouid)).map(({ type }) => type);
  return { browser, mobile, ouid, audited };
}
async function closingPerson() {
  const person = await signedInPerson();
  const closed = await close(person.browser);
  expect(closed).toMatchObject({ code: 0 });
  return { ...person, closesAt: String(closed.data['closesAt']) };
}
const close = (browser: Browser) => browser.post('/user/accounts/closure/request');
const keep = (browser: Browser, redirectUrl = '/home') =>
  browser.post('/user/accounts/closure/cancel', { redirectUrl });
const isSignedIn = async (browser: Browser) => (await browser.get('/user/accounts/me')).code === 0;
const exists = async (ouid: string) => (await db.select().from(accounts).where(eq(accounts.ouid, ouid))).length > 0;

describe('closing an account', () => {
  test('signs out everywhere, is recorded and notified, and erases nothing yet', async () => {
    const { browser, mobile, ouid, audited } = await signedInPerson();
    const other = services.browser();
    await other.signIn(mobile, password);
    const closesAt = new Date(services.clock.now() + days(14)).toISOString();
    expect(await close(browser)).toMatchObject({ code: 0, data: { closesAt } });
    expect([await isSignedIn(browser), await isSignedIn(other)]).toEqual([false, false]);
    expect(browser.jar.has('foyer_session')).toBe(false);
    // Their end is what applications learn by back-channel logout.
    expect(await db.select().from(sessions).where(eq(sessions.account, ouid))).toEqual([]);
    expect(await audited()).toContain('closureRequested');
    await services.backgroundTasks.settled();
    const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'Asia/Shanghai' }).format(
      new Date(closesAt),
    );
    expect(services.sandbox.outbox.sent(mobile)[0]?.text).toContain(`it will be erased on ${day}; sign in before then`);
    await eraseClosedAccounts(services);
    expect(await exists(ouid)).toBe(true);
  });

  test('needs a fresh proof', async () => {
    const { browser, ouid } = await signedInPerson();
    services.moveClock(minutes(10));
    expect(await close(browser)).toMatchObject({ code: resultCodes.needsFreshProof });
    expect(await services.stores.accounts.findByOuid(ouid)).toMatchObject({ closesAt: null });
  });

  test('refuses an open session that the closure has not ended, also to sign out everywhere', async () => {
    const { browser, ouid } = await signedInPerson();
    await storeSession(services, ouid, 'password');
    await services.stores.accounts.close(ouid);
    expect(await isSignedIn(browser)).toBe(false);
    expect(await browser.post('/user/accounts/logout', { everywhere: true })).toMatchObject({ code: 0 });
    expect(await services.stores.sessions.listByAccount(ouid)).toHaveLength(1);
  });
});

describe('a sign-in while the account closes', () => {
  test('asks whether to keep the account, and allows nothing else', async () => {
    const { mobile, closesAt } = await closingPerson();
    const browser = services.browser();
    const signedIn = await browser.signIn(mobile, password, { redirectUrl: '/help' });
    expect(signedIn).toMatchObject({ code: 0, data: { needAgreement: false, loginDoubleCheck: false } });
    const url = new URL(String(signedIn.data['url']), services.config.publicUrl);
    expect(url.pathname).toBe('/account/keep');
    expect(url.searchParams.get('redirectUrl')).toContain('/help');
    expect(await isSignedIn(browser)).toBe(false);
    expect(await close(browser)).toMatchObject({ code: resultCodes.notSignedIn });
    expect(await browser.get('/user/accounts/closure')).toMatchObject({ code: 0, data: { closesAt } });
  });

  test('keeps the account on request, under a new token, and goes on', async () => {
    const { mobile, ouid, audited } = await closingPerson();
    const browser = services.browser();
    await browser.signIn(mobile, password);
    const before = browser.jar.get('foyer_session');
    expect(await keep(browser, '/help')).toMatchObject({ code: 0, data: { url: expect.stringContaining('/help') } });
    expect(browser.jar.get('foyer_session')).not.toBe(before);
    expect(await isSignedIn(browser)).toBe(true);
    expect(await audited()).toContain('closureCancelled');
    services.moveClock(days(14));
    await eraseClosedAccounts(services);
    expect(await exists(ouid)).toBe(true);
  });

  test('asks to accept a new version of the agreement after that', async () => {
    const { mobile, ouid } = await closingPerson();
    await db.delete(agreements).where(eq(agreements.account, ouid));
    const browser = services.browser();
    await browser.signIn(mobile, password);
    expect(await keep(browser)).toMatchObject({ code: 0, data: {} });
    expect(await isSignedIn(browser)).toBe(false);
    expect(await browser.get('/v1/accounts/agreement')).toMatchObject({ data: { needAgreement: true } });
  });

  test('cannot be turned into an open session by agreeing', async () => {
    const { mobile } = await closingPerson();
    const browser = services.browser();
    await browser.signIn(mobile, password);
    const { data } = await browser.get('/v1/accounts/agreement');
    await browser.put('/v1/accounts/agreement', { version: data['version'] });
    expect(await isSignedIn(browser)).toBe(false);
  });

  test('keeping needs such a session', async () => {
    const { browser } = await signedInPerson();
    expect(await keep(browser)).toMatchObject({ code: resultCodes.notSignedIn });
    expect(await keep(services.browser())).toMatchObject({ code: resultCodes.notSignedIn });
  });
});

describe('after 14 days', () => {
  test('the account is kept one millisecond before, and counts as erased from then on', async () => {
    const [early, late] = [await closingPerson(), await closingPerson()];
    const [early2, late2] = [services.browser(), services.browser()];
    services.moveClock(days(14) - 1);
    for (const [browser, { mobile }] of [
      [early2, early],
      [late2, late],
    ] as const)
      expect(await browser.signIn(mobile, password)).toMatchObject({ code: 0 });
    expect(await keep(early2)).toMatchObject({ code: 0 });
    services.moveClock(1);
    expect(await keep(late2)).toMatchObject({ code: resultCodes.notSignedIn });
    expect(await services.browser().signIn(late.mobile, password)).toMatchObject({
      code: resultCodes.wrongCredentials,
    });
    const byNumber = ({ mobile }: typeof late) => services.stores.accounts.exists({ kind: 'mobile', value: mobile });
    expect([await byNumber(early), await byNumber(late)]).toEqual([true, false]);
    await eraseClosedAccounts(services);
    expect([await exists(early.ouid), await exists(late.ouid)]).toEqual([true, false]);
  });

  test('the person gets a last notice, once, and the audit trail says that the account was erased', async () => {
    const { mobile, audited } = await closingPerson();
    services.moveClock(days(14));
    await Promise.all([eraseClosedAccounts(services), eraseClosedAccounts(services)]);
    await services.backgroundTasks.settled();
    const texts = services.sandbox.outbox.sent(mobile).map(({ text }) => text);
    expect(texts.filter((text) => text.includes('was closed and erased'))).toHaveLength(1);
    expect((await audited()).filter((type) => type === 'accountErased')).toHaveLength(1);
  });

  test('the number is free for a new account, also before the sweep has come', async () => {
    const { mobile, ouid } = await closingPerson();
    services.moveClock(days(14));
    const browser = services.browser();
    const serviceId = await sendAndVerify(browser, mobile);
    expect(await commit(browser, mobile, serviceId, { agreed: true })).toMatchObject({
      code: 0,
      data: { newUser: true },
    });
    await eraseClosedAccounts(services);
    expect(await exists(ouid)).toBe(false);
    expect(await isSignedIn(browser)).toBe(true);
  });
});
