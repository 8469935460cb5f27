import { agreementVersion } from '@foyer/contract/agreement-version';
import { bindMobile } from '@foyer/contract/limits';
import { type ScanApp, scanApps } from '@foyer/contract/pages/page-config';
import { resultCodes } from '@foyer/contract/result-codes';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { auditTypesOf } from '../../../test/support/flows/audit-types.ts';
import { concurrently } from '../../../test/support/concurrently.ts';
import { codeTestSettings, codeHelpers } from '../../../test/support/flows/test-codes.ts';
import { testAppForFile } from '../../../test/support/test-app.ts';
import {
  type PhoneOwner,
  appNames,
  bindMobilePaths,
  everyApp,
  newPhoneOwner,
  scanHelpers,
} from '../../../test/support/flows/test-scans.ts';
import { accounts, agreements, identities, sessions } from '../../store/schema/schema.ts';

const services = await testAppForFile({
  env: {
    ...codeTestSettings,
    ...everyApp,
    SCAN_POLLS_PER_MINUTE: '100000',
    CODES_PER_BROWSER: '100',
    CODES_PER_ADDRESS: '100',
  },
});
const { link, poll, confirm } = scanHelpers(services);
const { passHumanCheck, lastMessageTo, loginParams } = codeHelpers(services);
const db = services.database.sql;
type Browser = ReturnType<typeof services.browser>;

let numbers = 13720000000;
const newMobile = () => String((numbers += 1));

/** Scans with an unknown app account and returns the `userInfoContextId`. */
async function stranger(app: ScanApp, owner: PhoneOwner = newPhoneOwner(newMobile()), browser = services.browser()) {
  const shown = await confirm(browser, app, owner);
  const asked = await poll(browser, app, shown);
  expect(asked.code).toBe(resultCodes.needsMobile);
  return { browser, owner, shown, context: String(asked.data['userInfoContextId']) };
}

const sendTo = async (browser: Browser, preServiceId: string, principal?: string) =>
  browser.post('/sender/mobile/v3', {
    bizType: 'BIND_MOBILE',
    preServiceId,
    ...(principal && { principal }),
    auth: await passHumanCheck(browser),
  });

async function codeFor(browser: Browser, context: string, mobile: string, named = true) {
  const sent = await sendTo(browser, context, named ? mobile : undefined);
  expect(sent).toMatchObject({ code: 0 });
  return { serviceId: String(sent.data['serviceId']), credentials: String(lastMessageTo(mobile)?.code) };
}

const bind = (browser: Browser, app: ScanApp, context: string, more: object) =>
  browser.post(bindMobilePaths[app], {
    loginParams,
    userInfoContextId: context,
    data: { userInfoContextId: context },
    ...more,
  });

const withMobile = (mobile: string) => db.select().from(accounts).where(eq(accounts.mobile, mobile));
const linksOf = (ouid: string) => db.select().from(identities).where(eq(identities.account, ouid));
const sessionsOf = (ouid: string) => db.select().from(sessions).where(eq(sessions.account, ouid));

describe.each(scanApps)('an unknown person with %s', (app) => {
  test('proves a new mobile number, agrees, and gets an account that later scans sign in to [DG-01] [QR-12]', async () => {
    const mobile = newMobile();
    const { browser, owner, context } = await stranger(app);
    const typed = { ...(await codeFor(browser, context, mobile)), mobile, principal: mobile, agreed: true };
    const bound = await bind(browser, app, context, typed);
    expect(bound).toMatchObject({
      code: 0,
      data: { newUser: true, needAgreement: false, loginDoubleCheck: false, url: 'http://localhost:3000/home' },
    });
    const [account] = await withMobile(mobile);
    expect(await sessionsOf(account!.ouid)).toMatchObject([{ method: app, factors: ['sms'], state: 'open' }]);
    expect(await auditTypesOf(services, account!.ouid)).toEqual([
      'signIn',
      'identityLinked',
      'consentGiven',
      'accountCreated',
    ]);
    const agreed = await db.select().from(agreements).where(eq(agreements.account, account!.ouid));
    expect(agreed).toMatchObject([{ version: agreementVersion, language: 'en-US' }]);

    const later = services.browser();
    expect(await poll(later, app, await confirm(later, app, owner))).toMatchObject({
      code: 0,
      data: { ouid: account!.ouid },
    });
  });

  test('is linked to the existing account of the mobile number, and its owner is notified [DG-01]', async () => {
    const mobile = newMobile();
    const ouid = await services.addAccount({ mobile, email: `${mobile}@example.com` });
    const { browser, context } = await stranger(app);
    const typed = { ...(await codeFor(browser, context, mobile)), mobile, principal: mobile, agreed: true };
    expect(await bind(browser, app, context, typed)).toMatchObject({ code: 0, data: { ouid, newUser: false } });
    expect((await linksOf(ouid)).map(({ provider }) => provider.split('.')[0])).toContain(app);
    await services.backgroundTasks.settled();
    const sentTo = (to: string) => JSON.stringify(services.sandbox.outbox.sent(to));
    expect(sentTo(`${mobile}@example.com`)).toContain(`You can now sign in with ${appNames[app]}`);
    expect(sentTo(mobile)).toContain(`${appNames[app]} was linked`);
  });

  test('is refused before agreement, which uses up neither code nor scan [DG-02] [AC-35]', async () => {
    const mobile = newMobile();
    const { browser, context } = await stranger(app);
    const typed = { ...(await codeFor(browser, context, mobile)), mobile, principal: mobile };
    expect(await bind(browser, app, context, typed)).toMatchObject({
      code: resultCodes.needsAgreement,
      data: { version: agreementVersion },
    });
    expect(await withMobile(mobile)).toEqual([]);
    expect(await bind(browser, app, context, { ...typed, agreed: true })).toMatchObject({ code: 0 });
  });

  test('gets one link and one account from concurrent requests with one context [AC-41] [AC-60]', async () => {
    const mobile = newMobile();
    const { browser, context } = await stranger(app);
    const typed = { ...(await codeFor(browser, context, mobile)), mobile, principal: mobile, agreed: true };
    const answers = await concurrently(() => bind(browser, app, context, typed));
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1);
    const [account, ...more] = await withMobile(mobile);
    expect(more).toEqual([]);
    expect(await sessionsOf(account!.ouid)).toHaveLength(1);
    expect(new Set((await linksOf(account!.ouid)).map(({ provider }) => provider.split('.')[0]))).toEqual(
      new Set([app]),
    );
  });

  test('can use the context id only in this browser, with this app and while it lives [AC-41]', async () => {
    const mobile = newMobile();
    const { browser, context, shown } = await stranger(app);
    const typed = { ...(await codeFor(browser, context, mobile)), mobile, principal: mobile, agreed: true };
    const over = { code: resultCodes.authorisationExpired };
    for (const other of scanApps.filter((one) => one !== app))
      expect(await bind(browser, other, context, typed)).toMatchObject(over);
    expect(await bind(services.browser(), app, context, typed)).toMatchObject(over);
    expect(await bind(browser, app, services.random.token(), typed)).toMatchObject(over);
    expect(await bind(browser, app, context, { ...typed, loginId: services.random.token() })).toMatchObject(over);
    expect(await sendTo(services.browser(), context, mobile)).toMatchObject({ code: resultCodes.unknownServiceId });
    const loginId = shown['preLoginId'] ?? shown['loginId'];
    expect(await bind(browser, app, context, { ...typed, loginId })).toMatchObject({ code: 0 });
    expect(await bind(browser, app, context, typed)).toMatchObject(over);
    expect(await sendTo(browser, context, newMobile())).toMatchObject({ code: resultCodes.unknownServiceId });
  });

  test('the context id expires after ten minutes', async () => {
    const [early, late] = [await stranger(app), await stranger(app)];
    services.moveClock(bindMobile.lifetime - 1);
    const [first, second] = [newMobile(), newMobile()];
    const typed = async ({ browser, context }: typeof early, mobile: string) => ({
      ...(await codeFor(browser, context, mobile)),
      mobile,
      principal: mobile,
      agreed: true,
    });
    const [inTime, tooLate] = [await typed(early, first), await typed(late, second)];
    expect(await bind(early.browser, app, early.context, inTime)).toMatchObject({ code: 0 });
    services.moveClock(1);
    expect(await bind(late.browser, app, late.context, tooLate)).toMatchObject({
      code: resultCodes.authorisationExpired,
    });
  });
});

describe('a mobile number that the app has verified', () => {
  test.each(['alipay', 'dingtalk'] as const)(
    'of %s is proven without being sent again, and agreement follows [DG-02] [D-29]',
    async (app) => {
      const mobile = newMobile();
      const { browser, context } = await stranger(app, newPhoneOwner(mobile));
      const typed = await codeFor(browser, context, mobile, false);
      expect(await bind(browser, app, context, typed)).toMatchObject({
        code: 0,
        data: { newUser: true, needAgreement: true },
      });
      const [account] = await withMobile(mobile);
      expect(await sessionsOf(account!.ouid)).toMatchObject([{ state: 'awaitingConsent' }]);
    },
  );

  test('can be replaced by another one, with agreement', async () => {
    const mobile = newMobile();
    const { browser, context } = await stranger('alipay');
    const typed = { ...(await codeFor(browser, context, mobile)), mobile, principal: mobile };
    expect(await bind(browser, 'alipay', context, typed)).toMatchObject({ code: resultCodes.needsAgreement });
    expect(await bind(browser, 'alipay', context, { ...typed, agreed: true })).toMatchObject({ code: 0 });
  });

  test('is required where the app provides none', async () => {
    const { browser, context } = await stranger('wechat');
    expect(await sendTo(browser, context)).toMatchObject({ code: resultCodes.unknownServiceId });
  });
});

describe('a code', () => {
  test('proves only its own mobile number, for its own scan', async () => {
    const [mine, other] = [newMobile(), newMobile()];
    const first = await stranger('wechat');
    const second = await stranger('wechat', undefined, first.browser);
    const { browser } = first;
    const typed = { ...(await codeFor(browser, first.context, mine)), agreed: true };
    const as = (mobile: string) => ({ ...typed, mobile, principal: mobile });
    expect(await bind(browser, 'wechat', first.context, as(other))).toMatchObject({
      code: resultCodes.unknownServiceId,
    });
    expect(await bind(browser, 'wechat', second.context, as(mine))).toMatchObject({
      code: resultCodes.unknownServiceId,
    });
    expect(await bind(browser, 'wechat', first.context, as(mine))).toMatchObject({ code: 0 });
    expect(await withMobile(other)).toEqual([]);
  });

  test('that is wrong counts as an attempt and keeps the scan valid [AC-18]', async () => {
    const mobile = newMobile();
    const { browser, context } = await stranger('wechat');
    const typed = { ...(await codeFor(browser, context, mobile)), mobile, principal: mobile, agreed: true };
    const wrong = typed.credentials === '000000' ? '000001' : '000000';
    expect(await bind(browser, 'wechat', context, { ...typed, credentials: wrong })).toMatchObject({
      code: resultCodes.wrongCode,
      data: { attemptsLeft: 4 },
    });
    expect(await bind(browser, 'wechat', context, typed)).toMatchObject({ code: 0 });
  });
});

describe('an account', () => {
  test('refuses a second WeChat identity, and code and scan stay valid for another mobile number', async () => {
    const mobile = newMobile();
    const ouid = await services.addAccount({ mobile });
    await link(ouid, newPhoneOwner(mobile), 'wechat');
    const { browser, context } = await stranger('wechat');
    const typed = { ...(await codeFor(browser, context, mobile)), mobile, principal: mobile, agreed: true };
    for (let i = 0; i < 2; i += 1)
      expect(await bind(browser, 'wechat', context, typed)).toMatchObject({
        code: resultCodes.boundElsewhere,
        message: expect.stringContaining('another WeChat'),
        data: { app: 'wechat' },
      });
    expect(await linksOf(ouid)).toHaveLength(1);
    const another = newMobile();
    const again = { ...(await codeFor(browser, context, another)), mobile: another, principal: another, agreed: true };
    expect(await bind(browser, 'wechat', context, again)).toMatchObject({ code: 0 });
  });

  test('bound by two unknown people concurrently is linked to one of them', async () => {
    const mobile = newMobile();
    const ouid = await services.addAccount({ mobile });
    const both = await Promise.all([stranger('wechat'), stranger('wechat')]);
    const ready = [];
    for (const { browser, context } of both) {
      ready.push({
        browser,
        context,
        typed: { ...(await codeFor(browser, context, mobile)), mobile, principal: mobile, agreed: true },
      });
      services.moveClock(60_000);
    }
    // A newer code invalidates the older one, so the second person verifies first.
    const answers = await Promise.all(
      ready.map(({ browser, context, typed }) => bind(browser, 'wechat', context, typed)),
    );
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1);
    expect(await sessionsOf(ouid)).toHaveLength(1);
  });

  test('that is disabled is refused, and no identity is linked to it', async () => {
    const mobile = newMobile();
    const ouid = await services.addAccount({ mobile, disabledAt: new Date(services.clock.now()) });
    const { browser, context } = await stranger('wechat');
    const typed = { ...(await codeFor(browser, context, mobile)), mobile, principal: mobile, agreed: true };
    expect(await bind(browser, 'wechat', context, typed)).toMatchObject({ code: resultCodes.accountDisabled });
    expect([await linksOf(ouid), await sessionsOf(ouid)]).toEqual([[], []]);
  });

  test('created by invitation still requires the identity check [AC-32]', async () => {
    const mobile = newMobile();
    await services.addAccount({ mobile, name: '尹尔', idNumber: '11010119900307123X' });
    const { browser, context } = await stranger('wechat');
    const typed = { ...(await codeFor(browser, context, mobile)), mobile, principal: mobile, agreed: true };
    expect(await bind(browser, 'wechat', context, typed)).toMatchObject({ code: resultCodes.needsIdentityCheck });
    expect(browser.jar.has('foyer_session')).toBe(false);
  });
});

test('an identity that was linked to another account in the meantime is not linked twice', async () => {
  const { browser, context, owner } = await stranger('wechat');
  const elsewhere = await services.addAccount({ mobile: newMobile() });
  await link(elsewhere, owner, 'wechat');
  const mobile = newMobile();
  const typed = { ...(await codeFor(browser, context, mobile)), mobile, principal: mobile, agreed: true };
  expect(await bind(browser, 'wechat', context, typed)).toMatchObject({ code: resultCodes.authorisationExpired });
  expect(await withMobile(mobile)).toEqual([]);
});
