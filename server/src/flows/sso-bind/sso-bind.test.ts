import { agreementVersion } from '@foyer/contract/agreement-version';
import { readEnvelope } from '@foyer/contract/call';
import { resultCodes } from '@foyer/contract/result-codes';
import { checkBindCode } from '@foyer/contract/flows/sso-bind';
import { minutes } from '@foyer/contract/time';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { bindingHelpers, noCodeLimits } from '../../../test/support/flows/test-binding.ts';
import { codeHelpers, solvePuzzle } from '../../../test/support/flows/test-codes.ts';
import { ssoHelpers } from '../../../test/support/flows/test-company.ts';
import { testAppForFile } from '../../../test/support/test-app.ts';
import { trustedBrowsers } from '../../store/schema/browser-schema.ts';
import { accounts, agreements } from '../../store/schema/schema.ts';

const services = await testAppForFile({ sandbox: true, env: noCodeLimits });
const { signInAtCompany, openCallback, check, sendBind, checkBind, findCompany, open, choosePerson } =
  ssoHelpers(services);
const { passHumanCheck, lastMessageTo } = codeHelpers(services);
const { newMobile, isSignedIn, startUnlinked, sendTo, bindTo } = bindingHelpers(services);
const db = services.database.sql;
type Browser = ReturnType<typeof services.browser>;

describe('an unknown SSO identity', () => {
  test('is linked to the account whose recipient is proven, and signed in [SO-09] [SO-10]', async () => {
    const mobile = newMobile();
    const ouid = await services.addAccount({ mobile, lastSignInAt: new Date(services.clock.now()) });
    const browser = services.browser();
    const answer = await bindTo(browser, await startUnlinked(browser), mobile);
    expect(answer).toMatchObject({ status: 200, code: 0 });
    expect(answer.data).toEqual({
      targetUrl: 'http://localhost:3000/home',
      realNameStatus: false,
      accountId: ouid,
      loginDoubleCheck: false,
      needAgreement: false,
    });
    expect(readEnvelope(checkBindCode, { ...answer }).is).toBe('done');
    expect(await browser.get('/user/accounts/me')).toMatchObject({
      data: { ouid, sessions: [{ way: 'sso', factors: ['sms'] }], identities: [{ provider: 'sso.acme' }] },
    });
    await services.backgroundTasks.settled();
    expect(lastMessageTo(mobile)?.text).toMatch(/company identity/);

    const again = services.browser();
    const accessCode = await openCallback(again, await signInAtCompany(again, 'acme', 'acme-carol'));
    expect(await check(again, accessCode)).toMatchObject({ data: { loginStatus: true, accountId: ouid } });
  });

  test('can be proven by the recipient that the company provided, without showing it [SO-08] [D-29]', async () => {
    const browser = services.browser();
    const accessCode = await startUnlinked(browser);
    const authCodeId = await sendTo(browser, accessCode);
    const answer = await checkBind(browser, accessCode, { authCodeId, code: lastMessageTo('13800138002')?.code });
    expect(answer).toMatchObject({ code: 0, data: { needAgreement: false } });
    const [made] = await db.select().from(accounts).where(eq(accounts.mobile, '13800138002'));
    expect(made).toMatchObject({ ouid: answer.data['accountId'], passwordHash: null });
    expect(await db.select().from(agreements).where(eq(agreements.account, made!.ouid))).toMatchObject([
      { version: agreementVersion },
    ]);
  });

  test('requires agreement that was not ticked before, and gets no session until then [AC-34]', async () => {
    const browser = services.browser();
    const answer = await bindTo(browser, await startUnlinked(browser, 'acme-carol', { agreed: false }), newMobile());
    expect(answer).toMatchObject({ code: 0, data: { needAgreement: true } });
    expect(answer.data).not.toHaveProperty('targetUrl');
    expect(await isSignedIn(browser)).toBe(false);
  });

  test('requires a human check before a code is sent [SO-09]', async () => {
    const browser = services.browser();
    const accessCode = await startUnlinked(browser);
    const asked = { type: 'MOBILE', credentials: newMobile() };
    expect(await sendBind(browser, accessCode, asked)).toMatchObject({ code: resultCodes.needsHumanCheck });
    expect(await sendBind(browser, accessCode, { ...asked, robotModel: 'made-up' })).toMatchObject({
      code: resultCodes.humanCheckFailed,
    });
  });

  test('gets the same response whether or not the recipient has an account [AC-17]', async () => {
    const [known, unknown] = [newMobile(), newMobile()];
    await services.addAccount({ mobile: known });
    const browser = services.browser();
    const accessCode = await startUnlinked(browser);
    const answers = [];
    for (const credentials of [known, unknown]) {
      const robotModel = await passHumanCheck(browser);
      const { status, code, message, data } = await sendBind(browser, accessCode, {
        type: 'MOBILE',
        credentials,
        robotModel,
      });
      answers.push({ status, code, message, data: Object.keys(data), length: JSON.stringify(data).length });
    }
    expect(answers[0]).toEqual(answers[1]);
  });
});

test('a company that allows e-mail only refuses a mobile number [AC-43]', async () => {
  const browser = services.browser();
  const accessCode = await startUnlinked(browser, 'initech-hal', { company: 'initech' });
  const robotModel = await passHumanCheck(browser);
  expect(await sendBind(browser, accessCode, { type: 'MOBILE', credentials: newMobile(), robotModel })).toMatchObject({
    code: resultCodes.emailOnly,
  });
  const sent = await sendBind(browser, accessCode, { type: 'EMAIL', robotModel });
  expect(sent).toMatchObject({ code: 0 });
  const given = { authCodeId: sent.data['authCodeId'], code: lastMessageTo('hal@example.com')?.code };
  expect(await checkBind(browser, accessCode, given)).toMatchObject({ code: 0 });
  expect(await browser.get('/user/accounts/me')).toMatchObject({ data: { email: 'hal@example.com' } });
});

describe('without cookies [MD-04] [D-14]', () => {
  const way = { 'X-Tsign-Token-Way': 'header' };
  type Headers = Record<string, string>;

  async function passed(browser: Browser, headers: Headers) {
    const { data } = await browser.get('/sender/robotAuth/challenge', headers);
    const value = solvePuzzle(data['challenge'] as Parameters<typeof solvePuzzle>[0]);
    return (await browser.post('/sender/robotAuth/apply', { value }, headers)).data['auth'];
  }

  async function strangerWithoutCookies(browser: Browser) {
    const elsewhere = services.browser();
    const { data: asked } = await findCompany(browser, 'acme', { agreed: true }, way);
    const callback = await choosePerson(elsewhere, await open(elsewhere, String(asked['targetUrl'])), 'acme-mia');
    const accessCode = await openCallback(services.browser(), callback);
    const { data: checked } = await check(browser, accessCode, way);
    return { accessCode, headers: { ...way, 'X-Tsign-Token': String(checked['token']) } };
  }

  async function codeFor(browser: Browser, accessCode: string, mobile: string, headers: Headers) {
    const asking = { type: 'MOBILE', credentials: mobile, robotModel: await passed(browser, headers) };
    const { data: sent } = await sendBind(browser, accessCode, asking, headers);
    return { authCodeId: sent['authCodeId'], code: lastMessageTo(mobile)?.code };
  }

  test('every step works with the tokens of the responses [AC-52]', async () => {
    const browser = services.browser();
    const { accessCode, headers } = await strangerWithoutCookies(browser);
    const given = await codeFor(browser, accessCode, newMobile(), headers);
    expect(await checkBind(browser, accessCode, given, way)).toMatchObject({ code: resultCodes.ssoExpired });
    const bound = await checkBind(browser, accessCode, given, headers);
    const token = expect.stringContaining(`${headers['X-Tsign-Token']}.`) as unknown;
    expect(bound).toMatchObject({ code: 0, data: { token } });
    expect(browser.jar.size).toBe(0);
  });

  test('no browser is trusted, and a trust cookie is neither read nor set [AC-52] [D-11]', async () => {
    const mobile = newMobile();
    const password = 'Foyer-2026';
    const ouid = await services.addAccount({ mobile, password, secondFactor: true });
    const browser = services.browser();
    const give = async (preServiceId: unknown, headers: Headers = {}) => {
      const asked = { bizType: 'LOGIN_DOUBLE_CHECK', preServiceId, auth: await passed(browser, headers) };
      const { serviceId } = (await browser.post('/sender/mobile/v3', asked, headers)).data;
      const given = { serviceId, credentials: lastMessageTo(mobile)?.code, trustBrowser: true };
      return browser.post('/sender/verifyLoginDoubleCheck', given, headers);
    };
    const { data: held } = await browser.signIn(mobile, password);
    expect(await give(held['preServiceId'])).toMatchObject({ code: 0 });
    const trusted = () => db.select().from(trustedBrowsers).where(eq(trustedBrowsers.account, ouid));
    const [before, kept] = [await trusted(), new Map(browser.jar)];
    expect(before).toHaveLength(1);
    services.moveClock(minutes(1));

    const { accessCode, headers } = await strangerWithoutCookies(browser);
    const given = await codeFor(browser, accessCode, mobile, headers);
    const { data } = await checkBind(browser, accessCode, given, headers);
    expect(data).toMatchObject({ loginDoubleCheck: true });
    services.moveClock(minutes(1));
    const answer = await give(data['preServiceId'], headers);
    expect(answer).toMatchObject({ code: 0, data: { token: expect.any(String) } });
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(await trusted()).toEqual(before);
    expect(browser.jar).toEqual(kept);
    expect((await browser.signIn(mobile, password)).data).toMatchObject({ loginDoubleCheck: false });
  });
});
