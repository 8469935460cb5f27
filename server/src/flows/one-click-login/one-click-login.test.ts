import { mask } from '@foyer/contract/rules/account-rules';
import { oneClick } from '@foyer/contract/limits';
import { resultCodes } from '@foyer/contract/result-codes';
import { minutes, seconds } from '@foyer/contract/time';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { concurrently } from '../../../test/support/concurrently.ts';
import { testAppForFile } from '../../../test/support/test-app.ts';
import { newPhoneOwner, scanHelpers } from '../../../test/support/flows/test-scans.ts';
import { sha256 as hashOf } from '../../platform/sha256.ts';
import { pendingSignIns, identities, scans, sessions } from '../../store/schema/schema.ts';

const services = await testAppForFile({ env: { SCAN_POLLS_PER_MINUTE: '100000' } });
const { link, poll, confirm } = scanHelpers(services);
const db = services.database.sql;
type Browser = ReturnType<typeof services.browser>;

const kinds = {
  wechat: 'PC_WE_CHAT_USER_TRANSFER',
  dingtalk: 'PC_DING_USER_TRANSFER',
  alipay: 'PC_ALI_PAY_USER_TRANSFER',
} as const;
const vouching = ['alipay', 'dingtalk'] as const;
type App = (typeof vouching)[number];

let numbers = 13710000000;
const newMobile = () => String((numbers += 1));

/** An unknown app account whose mobile number has an account. */
async function startLinking(app: App, account: Parameters<typeof services.addAccount>[0] = {}) {
  const mobile = newMobile();
  const ouid = await services.addAccount({ mobile, ...account });
  const owner = newPhoneOwner(mobile);
  const browser = services.browser();
  const shown = await confirm(browser, app, owner);
  const asked = await poll(browser, app, shown);
  expect(asked).toMatchObject({ code: resultCodes.mobileAlreadyBound, data: { principal: mask(mobile) } });
  return { mobile, ouid, owner, browser, shown, context: String(asked.data['userInfoContextId']) };
}
const transfer = (browser: Browser, app: keyof typeof kinds, userInfoContextId: string, more: object = {}) =>
  browser.post('/login/commit/transferLogin', { data: { userInfoContextId }, credentials: kinds[app], ...more });
const sessionsOf = (ouid: string) => db.select().from(sessions).where(eq(sessions.account, ouid));
const linksOf = (ouid: string) => db.select().from(identities).where(eq(identities.account, ouid));

describe.each(vouching)('one-click login with %s', (app) => {
  test('signs in to the account of the mobile number, links the app and notifies the owner [DG-03] [QR-13]', async () => {
    const { browser, ouid, context, mobile, owner } = await startLinking(app);
    expect(await transfer(browser, app, context)).toMatchObject({
      code: 0,
      data: { ouid, url: 'http://localhost:3000/home', newUser: false, loginDoubleCheck: false },
    });
    expect(await sessionsOf(ouid)).toMatchObject([{ method: app, factors: ['sms'] }]);
    await services.backgroundTasks.settled();
    expect(JSON.stringify(services.sandbox.outbox.sent(mobile))).toContain('was linked');
    const later = services.browser();
    expect(await poll(later, app, await confirm(later, app, owner))).toMatchObject({ code: 0, data: { ouid } });
  });

  test('signs in once for many concurrent requests [AC-41] [AC-16]', async () => {
    const { browser, ouid, context } = await startLinking(app);
    const answers = await concurrently(() => transfer(browser, app, context));
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1);
    const lost = [resultCodes.authorisationExpired, resultCodes.busy];
    expect(answers.filter(({ code }) => lost.some((one) => one === code))).toHaveLength(answers.length - 1);
    expect(await sessionsOf(ouid)).toHaveLength(1);
    expect(new Set((await linksOf(ouid)).map(({ subject }) => subject)).size).toBe(1);
  });

  test('repeats a lost response for one minute in the same browser, with one session left [AC-41] [AC-62]', async () => {
    const { browser, ouid, context, mobile } = await startLinking(app);
    const before = new Map(browser.jar);
    const first = await transfer(browser, app, context);
    const stale = services.browser();
    stale.jar.set('foyer_session', browser.jar.get('foyer_session')!);
    browser.jar.clear();
    for (const [name, value] of before) browser.jar.set(name, value);

    const over = { code: resultCodes.authorisationExpired, data: null };
    services.moveClock(seconds(1) - 1);
    expect(await transfer(browser, app, context)).toMatchObject(over);
    services.moveClock(seconds(12));
    expect(await transfer(services.browser(), app, context)).toMatchObject(over);
    const others = (['wechat', 'alipay', 'dingtalk'] as const).filter((one) => one !== app);
    for (const other of others) expect(await transfer(browser, other, context)).toMatchObject(over);
    expect(await transfer(browser, app, context)).toMatchObject({ code: 0, data: first.data });
    expect(await browser.get('/user/accounts/me')).toMatchObject({ code: 0 });
    expect(await stale.get('/user/accounts/me')).toMatchObject({ code: resultCodes.notSignedIn });
    expect(await sessionsOf(ouid)).toHaveLength(1);
    await services.backgroundTasks.settled();
    const notices = services.sandbox.outbox.sent(mobile).filter((one) => JSON.stringify(one).includes('was linked'));
    expect(notices).toHaveLength(1);

    await browser.post('/user/accounts/logout', {});
    services.moveClock(seconds(5));
    expect(await transfer(browser, app, context)).toMatchObject(over);
    const late = await startLinking(app);
    await transfer(late.browser, app, late.context);
    services.moveClock(minutes(1));
    expect(await transfer(late.browser, app, late.context)).toMatchObject(over);
    expect(await sessionsOf(late.ouid)).toHaveLength(1);
  });

  test('repeats a lost response before the second factor for one of many requests [AC-30] [AC-62]', async () => {
    const { browser, ouid, context } = await startLinking(app, { secondFactor: true });
    const first = await transfer(browser, app, context);
    services.moveClock(seconds(5));
    const answers = await Promise.all(Array.from({ length: 20 }, () => transfer(browser, app, context)));
    const given = answers.filter(({ code }) => code === 0);
    expect(given).toHaveLength(1);
    expect(given[0]).toMatchObject({ data: { loginDoubleCheck: true, preServiceId: expect.any(String) } });
    expect(given[0]!.data['preServiceId']).not.toBe(first.data['preServiceId']);
    expect(await sessionsOf(ouid)).toEqual([]);
    expect(await db.select().from(pendingSignIns).where(eq(pendingSignIns.account, ouid))).toHaveLength(1);
  });

  test('is limited to this browser, this app and five minutes [AC-41]', async () => {
    const { browser, ouid, context } = await startLinking(app);
    const over = { code: resultCodes.authorisationExpired, data: null };
    const others = (['wechat', 'alipay', 'dingtalk'] as const).filter((one) => one !== app);
    for (const other of others) expect(await transfer(browser, other, context)).toMatchObject(over);
    expect(await transfer(services.browser(), app, context)).toMatchObject(over);
    expect(await transfer(browser, app, services.random.token())).toMatchObject(over);
    expect(await sessionsOf(ouid)).toEqual([]);
    services.moveClock(oneClick.lifetime - 1);
    expect(await transfer(browser, app, context)).toMatchObject({ code: 0 });

    const late = await startLinking(app);
    services.moveClock(oneClick.lifetime);
    expect(await transfer(late.browser, app, late.context)).toMatchObject(over);
  });

  test('polling again does not extend the five minutes [AC-41]', async () => {
    const { browser, shown, context } = await startLinking(app);
    services.moveClock(minutes(4));
    expect((await poll(browser, app, shown)).data).toMatchObject({ userInfoContextId: context });
    services.moveClock(oneClick.lifetime - minutes(4));
    expect(await transfer(browser, app, context)).toMatchObject({ code: resultCodes.authorisationExpired });
  });

  test('is refused for a scan that must bind a mobile number, even if it has an account by now [AC-42]', async () => {
    const mobile = newMobile();
    const browser = services.browser();
    const shown = await confirm(browser, app, newPhoneOwner(mobile));
    const asked = await poll(browser, app, shown);
    expect(asked.code).toBe(resultCodes.needsMobile);
    const ouid = await services.addAccount({ mobile });
    expect(await poll(browser, app, shown)).toMatchObject({ code: resultCodes.needsMobile });
    const context = String(asked.data['userInfoContextId']);
    expect(await transfer(browser, app, context)).toMatchObject({ code: resultCodes.authorisationExpired });
    expect([await sessionsOf(ouid), await linksOf(ouid)]).toEqual([[], []]);
  });

  test('gives no session and links nothing before the second factor [AC-30]', async () => {
    const { browser, ouid, context } = await startLinking(app, { secondFactor: true });
    expect(await transfer(browser, app, context)).toMatchObject({ code: 0, data: { loginDoubleCheck: true } });
    expect([await sessionsOf(ouid), await linksOf(ouid)]).toEqual([[], []]);
    services.moveClock(seconds(5));
    expect(await transfer(browser, app, context)).toMatchObject({ code: 0, data: { loginDoubleCheck: true } });
    expect(await linksOf(ouid)).toEqual([]);
  });

  test('refuses a disabled account and links nothing to it', async () => {
    const { browser, ouid, context } = await startLinking(app, { disabledAt: new Date(services.clock.now()) });
    expect(await transfer(browser, app, context)).toMatchObject({ code: resultCodes.accountDisabled });
    expect([await sessionsOf(ouid), await linksOf(ouid)]).toEqual([[], []]);
  });

  test('requires agreement', async () => {
    const { browser, context, ouid } = await startLinking(app, { agreed: false });
    expect(await transfer(browser, app, context)).toMatchObject({ code: 0, data: { needAgreement: true } });
    expect(await sessionsOf(ouid)).toMatchObject([{ state: 'awaitingConsent' }]);
    expect(await browser.get('/user/accounts/me')).toMatchObject({ code: resultCodes.notSignedIn });
  });

  test('is not offered for an account that is linked to another identity of the app', async () => {
    const mobile = newMobile();
    await link(await services.addAccount({ mobile }), newPhoneOwner(mobile), app);
    const browser = services.browser();
    const asked = await poll(browser, app, await confirm(browser, app, newPhoneOwner(mobile)));
    expect(asked.code).toBe(resultCodes.needsMobile);
    expect(asked.data).not.toHaveProperty('principal');
    const context = String(asked.data['userInfoContextId']);
    expect(await transfer(browser, app, context)).toMatchObject({ code: resultCodes.authorisationExpired });
  });
});

test('is never offered with WeChat, which verifies no mobile number [AC-42]', async () => {
  const mobile = newMobile();
  const ouid = await services.addAccount({ mobile });
  const browser = services.browser();
  const shown = await confirm(browser, 'wechat', newPhoneOwner(mobile));
  const ofThisScan = eq(scans.loginIdHash, hashOf(String(shown['loginId'])));
  await db.update(scans).set({ mobile }).where(ofThisScan);
  const asked = await poll(browser, 'wechat', shown);
  expect(asked.code).toBe(resultCodes.needsMobile);
  expect(asked.data).not.toHaveProperty('principal');
  const context = String(asked.data['userInfoContextId']);
  for (const app of ['wechat', 'alipay', 'dingtalk'] as const)
    expect(await transfer(browser, app, context)).toMatchObject({ code: resultCodes.authorisationExpired });
  expect(await sessionsOf(ouid)).toEqual([]);
});
