import { readEnvelope } from '@foyer/contract/call';
import { resultCodes } from '@foyer/contract/result-codes';
import { minutes } from '@foyer/contract/time';
import { requestWecomScan } from '@foyer/contract/flows/work-chat';
import { describe, expect, test } from 'vitest';
import { codeTestSettings, codeHelpers } from '../../../test/support/flows/test-codes.ts';
import { ssoHelpers } from '../../../test/support/flows/test-company.ts';
import { testAppForFile } from '../../../test/support/test-app.ts';
import { createWecom } from '../../providers/wecom/wecom.ts';

const services = await testAppForFile({ sandbox: true, env: codeTestSettings });
const { open, openCallback, check, sendBind, checkBind } = ssoHelpers(services);
const { passHumanCheck, lastMessageTo } = codeHelpers(services);
type Browser = ReturnType<typeof services.browser>;

const request = (browser: Browser) => browser.get('/login/oauth/request/WE_WORK_SCAN_LOGIN');

/** Scans as the given person and returns the URL that WeCom redirects the browser to. */
async function scan(browser: Browser, id: string): Promise<string> {
  const { data } = await request(browser);
  const { searchParams, origin } = new URL(String(data['url']));
  const [back, state] = [searchParams.get('redirect_uri')!, searchParams.get('state')!];
  return open(browser, `${origin}/sandbox/wecom/scanned?${new URLSearchParams({ id, back, state })}`);
}
const signIn = async (browser: Browser, id: string) =>
  check(browser, await openCallback(browser, await scan(browser, id)));
const isSignedIn = async (browser: Browser) => (await browser.get('/user/accounts/me')).code === 0;

describe('WeCom', () => {
  test('is opened at its own URL, with our app id and a state [SO-15]', async () => {
    const answer = await request(services.browser({ language: 'zh-CN' }));
    expect(readEnvelope(requestWecomScan, { ...answer }).is).toBe('done');
    const { pathname, searchParams } = new URL(String(answer.data['url']));
    expect(pathname).toBe('/sandbox/wecom/wwlogin/sso/login');
    expect(Object.fromEntries(searchParams)).toEqual({
      login_type: 'CorpApp',
      appid: 'ww0a1b2c3d4e5f6789',
      agentid: '1000002',
      redirect_uri: 'http://localhost:3000/api/login/oauth/callback/WE_WORK_SCAN_LOGIN',
      state: expect.stringMatching(/^[0-9a-f]{64}$/),
      lang: 'zh',
    });
  });

  test('signs in a member with a linked account [SO-15]', async () => {
    const browser = services.browser();
    expect(await signIn(browser, 'AliceLin')).toMatchObject({ code: 0, data: { loginStatus: true } });
    const { data } = await browser.get('/user/accounts/me');
    expect(data['sessions']).toContainEqual(
      expect.objectContaining({ current: true, way: 'wecom', factors: ['wecom'] }),
    );
  });

  test('refuses a person who is not a member [SO-15]', async () => {
    const browser = services.browser();
    const answer = await signIn(browser, 'outsider');
    expect(answer).toMatchObject({ code: resultCodes.notAMember });
    expect(answer.message).toMatch(/not a member/);
    expect(await isSignedIn(browser)).toBe(false);
  });

  test('lets an unknown member link an account once [SO-16]', async () => {
    const browser = services.browser();
    const accessCode = await openCallback(browser, await scan(browser, 'CarolGao'));
    expect((await check(browser, accessCode)).data).toEqual({ loginStatus: false });
    const asked = { type: 'MOBILE', credentials: '15200000001', robotModel: await passHumanCheck(browser) };
    const { data } = await sendBind(browser, accessCode, asked);
    const given = { authCodeId: data['authCodeId'], code: lastMessageTo('15200000001')?.code };
    // The agreement was not ticked before the scan.
    expect(await checkBind(browser, accessCode, given)).toMatchObject({ code: 0, data: { needAgreement: true } });
    expect(await isSignedIn(browser)).toBe(false);
    expect(await signIn(services.browser(), 'CarolGao')).toMatchObject({ data: { loginStatus: true } });
  });

  test('refuses a scan in another browser, and a second use [AC-11]', async () => {
    const [thief, victim] = [services.browser(), services.browser()];
    const callback = await scan(thief, 'AliceLin');
    await request(victim);
    expect(await check(victim, await openCallback(victim, callback))).toMatchObject({ code: resultCodes.ssoExpired });
    expect(await isSignedIn(victim)).toBe(false);
    expect(await check(thief, await openCallback(thief, callback))).toMatchObject({ code: 0 });
    expect(await check(thief, await openCallback(thief, callback))).toMatchObject({ code: resultCodes.ssoExpired });
  });

  test.each(['', '&code=made-up', `&code=${'x'.repeat(513)}`])('is refused with "%s"', async (code) => {
    const browser = services.browser();
    const { data } = await request(browser);
    const state = new URL(String(data['url'])).searchParams.get('state')!;
    const callback = `http://localhost:3000/api/login/oauth/callback/WE_WORK_SCAN_LOGIN?state=${state}${code}`;
    expect(await check(browser, await openCallback(browser, callback))).toMatchObject({
      code: resultCodes.ssoFailed,
    });
  });

  test('identifies the person inside its own client without a scan [MD-02] [SO-15] [SO-16]', async () => {
    const userAgent = 'Mozilla/5.0 (iPhone) Mobile/15E148 wxwork/4.1.36 MicroMessenger/7.0.1';
    const { data } = await request(services.browser({ userAgent }));
    const { pathname, searchParams, hash } = new URL(String(data['url']));
    expect([pathname, hash]).toEqual(['/sandbox/wecom/connect/oauth2/authorize', '#wechat_redirect']);
    expect(Object.fromEntries(searchParams)).toEqual({
      appid: 'ww0a1b2c3d4e5f6789',
      agentid: '1000002',
      redirect_uri: 'http://localhost:3000/api/login/oauth/callback/WE_WORK_SCAN_LOGIN',
      response_type: 'code',
      scope: 'snsapi_base',
      state: expect.stringMatching(/^[a-zA-Z0-9]{1,128}$/),
    });
    expect(await signIn(services.browser({ userAgent }), 'AliceLin')).toMatchObject({ code: 0 });
    expect(await signIn(services.browser({ userAgent }), 'outsider')).toMatchObject({ code: resultCodes.notAMember });
  });

  test('gets a new access token when the old one is refused', async () => {
    expect(await signIn(services.browser(), 'AliceLin')).toMatchObject({ code: 0 });
    services.sandbox.wecomApp.revokeTokens();
    expect(await signIn(services.browser(), 'AliceLin')).toMatchObject({ code: 0 });
  });

  test('that is down results in a refusal', async () => {
    const browser = services.browser();
    const callback = await scan(browser, 'AliceLin');
    services.sandbox.wecomApp.revokeTokens();
    services.sandbox.wecomApp.fault.set('down');
    const accessCode = await openCallback(browser, callback);
    services.sandbox.wecomApp.fault.set('working');
    expect(await check(browser, accessCode)).toMatchObject({ code: resultCodes.ssoFailed });
  });
});

describe('a suite that serves many corporations', async () => {
  const { corpId, suiteId, secret, token, aesKey } = services.sandbox.wecomSuite.app;
  const env = {
    WECOM_CORP_ID: corpId,
    WECOM_SUITE_ID: suiteId,
    WECOM_SUITE_SECRET: secret,
    WECOM_TOKEN: token,
    WECOM_AES_KEY: aesKey,
  };
  const other = await testAppForFile({ env });
  const latestTicket = () => other.stores.suiteTickets.latest(suiteId);
  const app = () => other.sandbox.wecomApp;
  const wecom = createWecom(other.sandbox.wecomSuite, other.clock, 5000, latestTicket);

  test('identifies members by corporation and open id, once WeCom has sent a ticket [SO-15]', async () => {
    // No ticket of another test is valid any more.
    other.moveClock(minutes(30));
    expect(await wecom.identify(app().issueCode('AliceLin'))).toMatchObject({ is: 'noResponse' });
    expect(await app().pushTicket()).toEqual({ status: 200, body: 'success' });
    expect(await wecom.identify(app().issueCode('AliceLin'))).toEqual({
      is: 'member',
      provider: `wecom.${suiteId}.${corpId}`,
      subject: 'wo-open-AliceLin',
    });
    expect(await wecom.identify(app().issueCode('outsider'))).toEqual({ is: 'notAMember' });
  });

  test('is opened at its own page', async () => {
    const { data } = await other.browser().get('/login/oauth/request/WE_WORK_SCAN_LOGIN');
    const { searchParams, origin } = new URL(String(data['url']));
    expect(origin).toBe('https://login.work.weixin.qq.com');
    expect(searchParams.get('login_type')).toBe('ServiceApp');
    expect([searchParams.get('appid'), searchParams.get('agentid')]).toEqual([suiteId, null]);
    const inside = new URL(wecom.authorizeUrl({ state: 's', redirectUri: 'https://sign.example.com/' })).searchParams;
    expect([inside.get('appid'), inside.get('agentid')]).toEqual([suiteId, null]);
  });

  test('refuses a ticket without a valid signature, or for another suite', async () => {
    await app().pushTicket();
    const before = await latestTicket();
    expect(await app().pushTicket({ token: 'another token' })).toMatchObject({ status: 403 });
    expect(await app().pushTicket({ receiverId: 'ww-another' })).toMatchObject({ status: 403 });
    expect(await latestTicket()).toBe(before);
  });

  test('drops a ticket after half an hour', async () => {
    await app().pushTicket();
    other.moveClock(minutes(30) - 1);
    expect(await latestTicket()).toBeDefined();
    other.moveClock(1);
    expect(await latestTicket()).toBeUndefined();
  });
});
