import { describe, expect, test } from 'vitest';
import Fastify from 'fastify';
import { minutes } from '../../clock/clock.ts';
import { dingtalkAccount } from './dingtalk-account.ts';
import { createDingtalk } from './dingtalk-app.ts';
import { dingtalkGatewayRoutes } from './dingtalk-gateway.ts';
import { dingtalkRoutes } from './dingtalk.routes.ts';

const mei = { unionId: 'union-mei', openId: 'open-mei', mobile: '13800138009', stateCode: '86' };
const callback = 'https://sign.example.com/api/thirdparty/dingding/callback';
const authParams = {
  iframe: 'true',
  redirect_uri: callback,
  response_type: 'code',
  client_id: dingtalkAccount.clientId,
  scope: 'openid',
  state: 'a-state',
  prompt: 'consent',
};

async function open() {
  let now = Date.UTC(2026, 10, 15, 8);
  const dingtalk = createDingtalk({ now: () => now, publicUrl: 'https://sign.example.com', apiBase: '/api' });
  const app = Fastify();
  await app.register(dingtalkRoutes, { dingtalk, prefix: '/sandbox/dingtalk' });
  await app.register(dingtalkGatewayRoutes, { ...dingtalk, prefix: '/dingtalk' });

  const page = (changes: Record<string, string> = {}) =>
    app.inject(`/sandbox/dingtalk/oauth2/auth?${new URLSearchParams({ ...authParams, ...changes }).toString()}`);
  /** Opens the page: `status` is what its script polls, `qr` is what a phone scans. */
  async function openPage() {
    const { body } = await page();
    const pollId = /\?pollId=([\w-]+)"/.exec(body)?.[1] ?? '';
    const qr = decodeURIComponent(/phone\?code=([^"]+)"/.exec(body)?.[1] ?? '');
    const status = async () => (await app.inject(`/sandbox/dingtalk/status?pollId=${pollId}`)).json();
    return { pollId, qr, status };
  }
  const token = async (payload: object | string) => {
    const url = '/dingtalk/v1.0/oauth2/userAccessToken';
    const response = await app.inject({ method: 'POST', url, payload });
    return { status: response.statusCode, ...response.json() };
  };
  return { app, dingtalk, page, openPage, token, move: (ms: number) => void (now += ms) };
}

describe('the sign-in page', () => {
  test('shows a QR code, allows framing by the service, and keeps its poll id out of the QR code', async () => {
    const { page, openPage } = await open();
    const { headers, body } = await page();
    expect(headers['content-security-policy']).toContain("frame-ancestors 'self'");
    expect(headers['x-frame-options']).toBe('SAMEORIGIN');
    expect(body).toContain('data:image/svg+xml');
    expect(body).toContain('data-parent="https://sign.example.com"');
    const { pollId, qr } = await openPage();
    expect(qr).toMatch(/^https:\/\/sign\.example\.com\/sandbox\/dingtalk\/q\/[\w-]{24}$/);
    expect(qr).not.toContain(pollId);
  });

  test('names no parent origin outside a frame', async () => {
    const { page } = await open();
    expect((await page({ iframe: 'false' })).body).toContain('data-parent=""');
  });

  test.each([
    ['client_id', 'another'],
    ['redirect_uri', `${callback}/`],
    ['redirect_uri', callback.replace('sign.', 'evil.')],
    ['response_type', 'token'],
    ['scope', 'corpid'],
  ])('refuses an unregistered %s: %s', async (name, value) => {
    const { page } = await open();
    const { statusCode, body } = await page({ [name]: value });
    expect(statusCode).toBe(400);
    expect(body).toContain(name);
    expect(body).not.toContain('data:image');
  });

  test('answers 503 in the fault mode down', async () => {
    const { page, dingtalk } = await open();
    dingtalk.fault.set('down');
    expect((await page()).statusCode).toBe(503);
  });
});

describe('the app on the phone', () => {
  test('asks for consent once and sends a code to the registered URL when the person confirms', async () => {
    const { dingtalk, openPage, token } = await open();
    const { qr, status } = await openPage();
    expect(await status()).toEqual({ is: 'waiting' });
    expect(dingtalk.answer(qr, true)).toEqual({ is: 'invalid' });
    expect(dingtalk.scan(qr, mei)).toEqual({ is: 'consent', site: 'sign.example.com' });
    expect(await status()).toEqual({ is: 'scanned' });
    expect(dingtalk.scan(qr, { ...mei, unionId: 'another' })).toEqual({ is: 'invalid' });

    expect(dingtalk.answer(qr, true)).toEqual({ is: 'done' });
    expect(dingtalk.answer(qr, false)).toEqual({ is: 'invalid' });
    const { redirectUrl } = await status();
    const url = new URL(redirectUrl);
    expect(url.origin + url.pathname).toBe(callback);
    expect(url.searchParams.get('state')).toBe('a-state');
    const { clientId, clientSecret } = dingtalkAccount;
    const request = { clientId, clientSecret, code: url.searchParams.get('authCode'), grantType: 'authorization_code' };
    expect(await token(request)).toMatchObject({ status: 200, accessToken: expect.any(String), expireIn: 7200 });
  });

  test('passes access_denied to the page when the person declines', async () => {
    const { dingtalk, openPage } = await open();
    const { qr, status } = await openPage();
    dingtalk.scan(qr, mei);
    dingtalk.answer(qr, false);
    expect(await status()).toEqual({
      is: 'declined',
      redirectUrl: `${callback}?error=access_denied&state=a-state`,
      message: { errorMsg: 'access_denied' },
    });
  });

  test('accepts no scan and no answer after five minutes', async () => {
    const { dingtalk, openPage, move } = await open();
    const [early, late] = [await openPage(), await openPage()];
    dingtalk.scan(late.qr, mei);
    move(minutes(5));
    expect(dingtalk.scan(early.qr, mei)).toEqual({ is: 'invalid' });
    expect(dingtalk.answer(late.qr, true)).toEqual({ is: 'invalid' });
    expect(await early.status()).toEqual({ is: 'invalid' });
  });

  test('cannot poll the status with the id in the QR code', async () => {
    const { app, openPage } = await open();
    const { qr } = await openPage();
    const response = await app.inject(`/sandbox/dingtalk/status?pollId=${qr.split('/').at(-1)}`);
    expect(response.json()).toEqual({ is: 'invalid' });
  });
});

describe('DingTalk’s API', () => {
  test('exchanges a code once for a token and returns the person of the token', async () => {
    const { app, dingtalk, token } = await open();
    const { clientId, clientSecret } = dingtalkAccount;
    const request = { clientId, clientSecret, code: dingtalk.codes.issue(mei), grantType: 'authorization_code' };
    const { accessToken } = await token(request);
    expect(await token(request)).toMatchObject({ status: 400, code: 'invalidParameter.authCode.notFound' });
    const me = (headers: Record<string, string>) => app.inject({ url: '/dingtalk/v1.0/contact/users/me', headers });
    expect((await me({ 'x-acs-dingtalk-access-token': accessToken })).json()).toMatchObject({ ...mei, visitor: false });
    expect((await me({ authorization: `Bearer ${accessToken}` })).json()).toMatchObject({
      code: 'InvalidAuthentication',
    });
  });

  test.each([
    ['a form', 'clientId=1', 'Missingbody'],
    ['no object', '[]', 'Missingbody'],
    ['snake case', { client_id: '1' }, 'invalidClientIdOrSecret'],
    ['another grant', { ...dingtalkAccount, grantType: 'x' }, 'invalidParameter.grantType'],
    ['no code', { ...dingtalkAccount, grantType: 'authorization_code' }, 'invalidParameter.authCode.notFound'],
  ])('refuses %s', async (_title, payload, code) => {
    const { token } = await open();
    expect(await token(payload)).toMatchObject({ status: 400, code, requestid: expect.any(String) });
  });
});
