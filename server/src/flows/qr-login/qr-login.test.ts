import { mask } from '@foyer/contract/rules/account-rules';
import { scanApps } from '@foyer/contract/pages/page-config';
import { resultCodes } from '@foyer/contract/result-codes';
import { days } from '@foyer/contract/time';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { concurrently } from '../../../test/support/concurrently.ts';
import { codeTestSettings } from '../../../test/support/flows/test-codes.ts';
import { testAppForFile } from '../../../test/support/test-app.ts';
import { everyApp, newPhoneOwner, scanHelpers } from '../../../test/support/flows/test-scans.ts';
import { sha256 } from '../../platform/sha256.ts';
import { identities, scans, sessions } from '../../store/schema/schema.ts';
import { sweep } from '../../store/sweep.ts';

const services = await testAppForFile({ env: { ...codeTestSettings, ...everyApp, SCAN_POLLS_PER_MINUTE: '100000' } });
const { link, show, poll, confirm, requestQr } = scanHelpers(services);
const db = services.database.sql;

let numbers = 13770000000;
const newMobile = () => String((numbers += 1));
const sessionsOf = (ouid: string) => db.select().from(sessions).where(eq(sessions.account, ouid));

async function newPerson(account: Parameters<typeof services.addAccount>[0] = {}) {
  const mobile = newMobile();
  const owner = newPhoneOwner(mobile);
  const ouid = await services.addAccount({ mobile, ...account });
  await link(ouid, owner, ...scanApps);
  return { mobile, owner, ouid };
}

describe.each(scanApps)('with %s', (app) => {
  test('a linked person scans, confirms and is signed in with this one factor [QR-11] [D-08]', async () => {
    const { owner, ouid } = await newPerson();
    const browser = services.browser();
    const shown = await confirm(browser, app, owner);
    const answer = await poll(browser, app, shown);
    expect(answer).toMatchObject({
      code: 0,
      data: { ouid, url: 'http://localhost:3000/home', loginDoubleCheck: false, needAgreement: false, newUser: false },
    });
    expect(await browser.get('/user/accounts/me')).toMatchObject({
      data: { ouid, sessions: [{ way: app, factors: [app], current: true }] },
    });
  });

  test('one of many concurrent polls gets the session [AC-14]', async () => {
    const { owner, ouid } = await newPerson();
    const browser = services.browser();
    const shown = await confirm(browser, app, owner);
    const answers = await concurrently(() => poll(browser, app, shown));
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1);
    const lost = [resultCodes.authorisationExpired, resultCodes.busy];
    expect(answers.filter(({ code }) => lost.some((one) => one === code))).toHaveLength(answers.length - 1);
    expect(await sessionsOf(ouid)).toHaveLength(1);
  });

  test('no session is opened before the second factor [QR-18] [AC-30]', async () => {
    const { owner, ouid, mobile } = await newPerson({ secondFactor: true });
    const browser = services.browser();
    const answer = await poll(browser, app, await confirm(browser, app, owner));
    expect(answer.data).toMatchObject({
      ouid,
      loginDoubleCheck: true,
      mobile: mask(mobile),
      preServiceId: expect.any(String),
    });
    expect(answer.data).not.toHaveProperty('url');
    expect(await sessionsOf(ouid)).toEqual([]);
  });

  test('agreement is required first [QR-11] [D-10]', async () => {
    const { owner } = await newPerson({ agreed: false });
    const browser = services.browser();
    const answer = await poll(browser, app, await confirm(browser, app, owner));
    expect(answer.data).toMatchObject({ needAgreement: true });
    expect(answer.data).not.toHaveProperty('url');
    expect(await browser.get('/v1/accounts/agreement')).toMatchObject({ code: 0, data: { needAgreement: true } });
    expect(await browser.get('/user/accounts/me')).toMatchObject({ code: resultCodes.notSignedIn });
  });

  test('a disabled account is refused', async () => {
    const { owner, ouid } = await newPerson({ disabledAt: new Date(services.clock.now()) });
    const browser = services.browser();
    const answer = await poll(browser, app, await confirm(browser, app, owner));
    expect(answer.code).toBe(resultCodes.accountDisabled);
    expect(await sessionsOf(ouid)).toEqual([]);
  });

  test('another browser gets no session and learns nothing from the response [AC-11] [AC-13]', async () => {
    const { owner, ouid } = await newPerson();
    const [mine, theirs] = [services.browser(), services.browser()];
    const shown = await confirm(mine, app, owner);
    await requestQr(theirs, app);
    const said = async (browser: typeof mine, more: Record<string, unknown>) => {
      const { code, message, data, status } = await poll(browser, app, { ...shown, ...more });
      return JSON.stringify({ code, message, data, status });
    };
    const random = services.random.token();
    const foreign = await said(theirs, {});
    expect(JSON.parse(foreign)).toMatchObject({ code: resultCodes.authorisationExpired, data: null, status: 200 });
    expect(await said(services.browser(), {})).toBe(foreign);
    expect(await said(mine, { loginId: random, preLoginId: random })).toBe(foreign);
    expect(await sessionsOf(ouid)).toEqual([]);
    expect(await poll(mine, app, shown)).toMatchObject({ code: 0 });
    expect(await said(mine, {})).toBe(foreign);
    expect(await said(theirs, {})).toBe(foreign);
    expect(await sessionsOf(ouid)).toHaveLength(1);
  });

  test('the previous session of this browser ends [AC-12]', async () => {
    const [before, after] = [await newPerson(), await newPerson()];
    const browser = services.browser();
    await poll(browser, app, await confirm(browser, app, before.owner));
    const old = browser.jar.get('foyer_session');
    await poll(browser, app, await confirm(browser, app, after.owner));
    expect(browser.jar.get('foyer_session')).not.toBe(old);
    expect(await sessionsOf(before.ouid)).toEqual([]);
  });

  test('an unknown person must bind a mobile number, with the same context id until it is used [QR-12] [D-29]', async () => {
    const mobile = newMobile();
    const browser = services.browser();
    const shown = await confirm(browser, app, newPhoneOwner(mobile));
    const answer = await poll(browser, app, shown);
    expect(answer).toMatchObject({ code: resultCodes.needsMobile, data: { userInfoContextId: expect.any(String) } });
    // Only the apps that verify mobile numbers provide one.
    expect(answer.data['principal']).toBe(services.scanApps[app]!.verifiesMobiles ? mask(mobile) : undefined);
    expect((await poll(browser, app, shown)).data).toEqual(answer.data);
  });

  test('an unknown person whose mobile number has an account gets one-click login only if the app verifies numbers [QR-13] [AC-42]', async () => {
    const mobile = newMobile();
    const ouid = await services.addAccount({ mobile });
    const browser = services.browser();
    const answer = await poll(browser, app, await confirm(browser, app, newPhoneOwner(mobile)));
    const verifies = services.scanApps[app]!.verifiesMobiles;
    const expected = verifies ? resultCodes.mobileAlreadyBound : resultCodes.needsMobile;
    expect(answer.code).toBe(expected);
    expect(answer.data).toEqual({
      userInfoContextId: expect.any(String),
      app,
      ...(verifies && { principal: mask(mobile) }),
    });
    expect(JSON.stringify(answer)).not.toContain(mobile);
    expect(await sessionsOf(ouid)).toEqual([]);
  });

  test('the log contains no secret', async () => {
    const { owner } = await newPerson();
    const browser = services.browser();
    const shown = await confirm(browser, app, owner);
    const { data } = await poll(browser, app, shown);
    const log = services.lines.join('\n');
    const secrets = [shown['loginId'], shown['preLoginId'], data['userInfoContextId']].filter(Boolean);
    expect(secrets).not.toEqual([]);
    expect(log).toContain('"event"');
    for (const secret of secrets) expect(log).not.toContain(secret);
  });
});

describe('the subjects of an app', () => {
  test('another subject of the same person is linked with the next sign-in, and the home page shows one app', async () => {
    const { owner, ouid } = await newPerson();
    const browser = services.browser();
    await poll(browser, 'wechat', await confirm(browser, 'wechat', owner));
    const stored = await db.select().from(identities).where(eq(identities.account, ouid));
    expect(stored.map(({ provider }) => provider.split('.').slice(0, 2).join('.')).sort()).toEqual([
      'alipay.openid',
      'dingtalk.unionid',
      'feishu.unionid',
      'wechat.openid',
      'wechat.unionid',
    ]);
    const me = await browser.get('/user/accounts/me');
    const shown = me.data['identities'] as { id: string; provider: string }[];
    expect(shown.map(({ provider }) => provider).sort()).toEqual(['alipay', 'dingtalk', 'feishu', 'wechat']);

    const { id } = shown.find(({ provider }) => provider === 'wechat')!;
    expect(await browser.post(`/user/accounts/identities/${id}/unlink`)).toMatchObject({ code: 0 });
    const left = await db.select().from(identities).where(eq(identities.account, ouid));
    expect(new Set(left.map(({ provider }) => provider.split('.')[0]))).toEqual(
      new Set(['alipay', 'dingtalk', 'feishu']),
    );
    const again = services.browser();
    expect(await poll(again, 'wechat', await confirm(again, 'wechat', owner))).toMatchObject({
      code: resultCodes.needsMobile,
    });
  });
});

test('a scan is stored as hashes, and deleted a day after it has expired', async () => {
  const { loginId } = await show(services.browser(), 'alipay');
  const find = () =>
    db
      .select()
      .from(scans)
      .where(eq(scans.loginIdHash, sha256(String(loginId))));
  const [stored = expect.fail('the scan is not stored')] = await find();
  for (const hash of [stored.browserId, stored.loginIdHash, stored.sceneHash]) expect(hash).toMatch(/^[\w-]{43}$/);
  await sweep(db, stored.expiresAt.getTime() + days(1));
  expect(await find()).toHaveLength(1);
  await sweep(db, stored.expiresAt.getTime() + days(1) + 1);
  expect(await find()).toEqual([]);
});
