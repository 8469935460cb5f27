import { qr } from '@foyer/contract/limits';
import { scanApps } from '@foyer/contract/pages/page-config';
import { resultCodes } from '@foyer/contract/result-codes';
import { describe, expect, test } from 'vitest';
import { countStatements } from '../../../test/support/count-statements.ts';
import { testAppForFile } from '../../../test/support/test-app.ts';
import { everyApp, newPhoneOwner, scanHelpers } from '../../../test/support/flows/test-scans.ts';
import { createApp } from '../../app.ts';
import { createPollCache } from '../../cache/poll-cache.ts';
import { createRateLimit } from '../../cache/rate-limit.ts';

const services = await testAppForFile({ env: { ...everyApp, SCAN_POLLS_PER_MINUTE: '100000' } });
const { link, show, poll, phone, scan, confirm, requestQr, sceneIn } = scanHelpers(services);
const db = services.database.sql;

let numbers = 13760000000;
async function newPerson() {
  const mobile = String((numbers += 1));
  const owner = newPhoneOwner(mobile);
  await link(await services.addAccount({ mobile }), owner, ...scanApps);
  return { owner };
}

describe('a QR code', () => {
  test('is a text to draw or a page to frame, and does not contain the loginId [QR-03] [D-08] [AC-13]', async () => {
    const browser = services.browser();
    const [wechat, alipay, dingtalk] = [
      await show(browser, 'wechat'),
      await show(browser, 'alipay'),
      await show(browser, 'dingtalk'),
    ];
    expect(wechat).toMatchObject({ kind: 'content', sceneId: expect.any(String) });
    expect(alipay).toMatchObject({ kind: 'content', url: expect.stringContaining('scheme=alipays') });
    expect(dingtalk).toMatchObject({ kind: 'frame' });
    const redirectUri = new URL(String(dingtalk['url'])).searchParams.get('redirect_uri');
    expect(redirectUri).toBe('http://localhost:3000/api/thirdparty/dingding/callback');
    for (const { url, loginId } of [wechat, alipay, dingtalk]) expect(url).not.toContain(loginId);
  });

  test('cannot be polled with its own content or any other handle [AC-13]', async () => {
    const { owner } = await newPerson();
    const browser = services.browser();
    const shown = await confirm(browser, 'alipay', owner);
    for (const loginId of [sceneIn(shown), services.random.token()])
      expect(await poll(browser, 'alipay', { loginId })).toMatchObject({ code: resultCodes.authorisationExpired });
    const other = await show(browser, 'wechat');
    const wechat = await confirm(browser, 'wechat', owner);
    expect(await poll(browser, 'wechat', { ...wechat, sceneId: other['sceneId'] })).toMatchObject({
      code: resultCodes.authorisationExpired,
    });
  });

  test('is refused soon while the app does not answer, so that the page can switch [QR-04]', async () => {
    services.sandbox.apps.wechat.app.fault.set('down');
    expect(await requestQr(services.browser(), 'wechat')).toMatchObject({
      status: 502,
      code: resultCodes.providerError,
    });
    services.sandbox.apps.wechat.app.fault.set('working');
    expect(await requestQr(services.browser(), 'wechat')).toMatchObject({ code: 0 });
  });

  test('of an app that is not configured is not found', async () => {
    const app = await createApp({
      ...services,
      codeRecipients: {},
      scanApps: { ...services.scanApps, wechat: undefined },
    });
    const url = '/api/login/oauth/request/WECHAT_OFFICIAL_ACCOUNT?fingerprint=f';
    expect((await app.inject(url)).statusCode).toBe(404);
    expect((await app.inject({ method: 'POST', url: '/api/thirdparty/wechatOfficeFocus/push' })).statusCode).toBe(404);
    await app.close();
  });

  test('is limited per IP address', async () => {
    const app = await createApp({
      ...services,
      codeRecipients: {},
      qrRateLimit: createRateLimit(2, undefined, 'test'),
    });
    const url = '/api/login/oauth/request/ALIPAY_MINI?fingerprint=f';
    const codes = [];
    for (let i = 0; i < 3; i += 1) codes.push((await app.inject(url)).statusCode);
    expect(codes).toEqual([200, 200, 429]);
    await app.close();
  });
});

describe('the poll', () => {
  test('is pending, then pending and scanned [QR-05] [QR-14] [ER-01]', async () => {
    const { owner } = await newPerson();
    const browser = services.browser();
    const shown = await show(browser, 'alipay');
    expect(await poll(browser, 'alipay', shown)).toMatchObject({ code: 400, data: { scanned: false } });
    await scan('alipay', shown, owner);
    expect(await poll(browser, 'alipay', shown)).toMatchObject({ code: 400, data: { scanned: true } });
  });

  test('names the person who scanned, masked, where the app is linked to an account with a name [QR-05]', async () => {
    const owner = newPhoneOwner(String((numbers += 1)));
    await link(await services.addAccount({ name: '林晓丽', latinName: 'Lin Xiaoli' }), owner, ...scanApps);
    const browser = services.browser();
    const shown = await show(browser, 'alipay');
    await scan('alipay', shown, owner);
    const polled = await poll(browser, 'alipay', shown);
    expect(polled.data).toEqual({ scanned: true, name: 'L*********' });
    const stranger = await show(browser, 'alipay');
    await scan('alipay', stranger, newPhoneOwner(String((numbers += 1))));
    expect((await poll(browser, 'alipay', stranger)).data).toEqual({ scanned: true });
  });

  test('needs no SQL while the state does not change', async () => {
    const browser = services.browser();
    const shown = await show(browser, 'wechat');
    const often = () => Promise.all(Array.from({ length: 50 }, () => poll(browser, 'wechat', shown)));
    expect(await countStatements(db, often)).toBe(0);
  });

  test('reports a scan declined on the phone [QR-16]', async () => {
    const { owner } = await newPerson();
    const browser = services.browser();
    const shown = await show(browser, 'alipay');
    await phone().answer(await scan('alipay', shown, owner), false);
    expect(await poll(browser, 'alipay', shown)).toMatchObject({
      code: resultCodes.scanDeclined,
      message: expect.stringContaining('Declined'),
    });
  });

  test('a replaced QR code cannot be scanned any more [AC-15]', async () => {
    const { owner } = await newPerson();
    const browser = services.browser();
    const old = await show(browser, 'alipay');
    const fresh = await show(browser, 'alipay', { replaces: String(old['loginId']) });
    expect(await phone().openMiniProgram(old, owner)).toMatchObject({ code: resultCodes.authorisationExpired });
    expect(await poll(browser, 'alipay', old)).toMatchObject({ code: resultCodes.authorisationExpired });
    expect(await poll(browser, 'alipay', fresh)).toMatchObject({ code: 400 });
  });

  test('an expired QR code gets the response of an unknown one after 298 seconds [QR-06] [AC-15]', async () => {
    const { owner } = await newPerson();
    const browser = services.browser();
    const shown = await show(browser, 'alipay');
    services.moveClock(qr.expiresAfter);
    expect(await phone().openMiniProgram(shown, owner)).toMatchObject({ code: resultCodes.authorisationExpired });
    const { code, message, data } = await poll(browser, 'alipay', shown);
    const never = await poll(browser, 'alipay', { loginId: services.random.token() });
    expect({ code, message, data }).toEqual({ code: never.code, message: never.message, data: never.data });
  });

  test('is limited per browser to what a page needs [AC-13]', async () => {
    const pollCache = createPollCache({
      redis: undefined,
      clock: services.clock,
      singleProcess: true,
      pollsPerMinute: 2,
    });
    const app = await createApp({ ...services, codeRecipients: {}, pollCache });
    const browser = services.browser();
    const shown = await show(browser, 'alipay');
    const url = `/api/thirdparty/alipaymini/result?loginId=${String(shown['loginId'])}&fingerprint=f`;
    const statuses = [];
    for (let i = 0; i < 3; i += 1)
      statuses.push((await app.inject({ url, cookies: Object.fromEntries(browser.jar) })).statusCode);
    expect(statuses).toEqual([200, 200, 429]);
    await app.close();
  });

  test('counts as a call of its IP address, also without a browser id and when it is malformed', async () => {
    const callRateLimit = createRateLimit(3, services.redis, `test-${services.random.token()}`);
    const { clock, redis } = services;
    const pollCache = createPollCache({ redis, clock, singleProcess: true, pollsPerMinute: 100, callRateLimit });
    const app = await createApp({ ...services, codeRecipients: {}, callRateLimit, pollCache });
    const browser = services.browser();
    const shown = await show(browser, 'alipay');
    const url = `/api/thirdparty/alipaymini/result?loginId=${String(shown['loginId'])}&fingerprint=f`;
    const cookies = Object.fromEntries(browser.jar);
    const requests = {
      poll: { url, cookies },
      unknownBrowser: { url },
      malformed: { url: `${url}&loginId=2`, cookies },
    };
    const codeOf = async (request: { url: string }, remoteAddress: string) =>
      (await app.inject({ ...request, remoteAddress })).json<{ code: number }>().code;
    const expected = {
      poll: resultCodes.pending,
      unknownBrowser: resultCodes.authorisationExpired,
      malformed: resultCodes.malformed,
    };
    for (const [n, name] of (['poll', 'unknownBrowser', 'malformed'] as const).entries()) {
      const address = `203.0.113.${n}`;
      const codes = [];
      for (let i = 0; i < 3; i += 1) codes.push(await codeOf(requests[name], address));
      expect(codes).toEqual(Array(3).fill(expected[name]));
      // One more of any kind, and of the other calls, which share the limit.
      for (const more of [...Object.values(requests), { url: '/api/user/accounts/me' }])
        expect(await codeOf(more, address)).toBe(resultCodes.tooManyRequests);
    }
    expect(await codeOf(requests.poll, '203.0.113.9')).toBe(resultCodes.pending);
    await app.close();
  });

  test('a thousand guessed ids read no result [AC-13]', async () => {
    const browser = services.browser({ clientIp: '198.51.100.77' });
    const shown = await show(browser, 'alipay');
    const guess = () => poll(browser, 'alipay', { ...shown, loginId: services.random.token() });
    const answers = await Promise.all(Array.from({ length: 1000 }, guess));
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([resultCodes.authorisationExpired]));
  });
});
