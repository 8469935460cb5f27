import { describe, expect, test } from 'vitest';
import Fastify from 'fastify';
import { minutes } from '../clock/clock.ts';
import { dingtalkAccount } from './dingtalk-account.ts';
import { createDingtalk } from './dingtalk-app.ts';
import { dingtalkGatewayRoutes } from './dingtalk-gateway.ts';
import { dingtalkRoutes } from './dingtalk.routes.ts';

const mei = { unionId: 'union-mei', openId: 'open-mei', mobile: '13800138009', stateCode: '86' };
const callback = 'https://sign.example.com/api/thirdparty/dingding/callback';
const asked = {
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
    app.inject(`/sandbox/dingtalk/oauth2/auth?${new URLSearchParams({ ...asked, ...changes }).toString()}`);
  /** A page that is shown, as its script sees it and as a phone does. */
  async function show() {
    const { body } = await page();
    const id = /data-page="([\w-]+)"/.exec(body)?.[1] ?? '';
    const qr = decodeURIComponent(/phone\?code=([^"]+)"/.exec(body)?.[1] ?? '');
    const standing = async () => (await app.inject(`/sandbox/dingtalk/oauth2/standing?page=${id}`)).json();
    return { id, qr, standing };
  }
  const token = async (payload: object | string) => {
    const url = '/dingtalk/v1.0/oauth2/userAccessToken';
    const answer = await app.inject({ method: 'POST', url, payload });
    return { status: answer.statusCode, ...answer.json() };
  };
  return { app, dingtalk, page, show, token, move: (ms: number) => void (now += ms) };
}

describe('the sign-in page', () => {
  test('shows a QR, may stand in a frame of the service, and says by which it is asked about', async () => {
    const { page, show } = await open();
    const { headers, body } = await page();
    expect(headers['content-security-policy']).toContain("frame-ancestors 'self'");
    expect(headers['x-frame-options']).toBe('SAMEORIGIN');
    expect(body).toContain('data:image/svg+xml');
    expect(body).toContain('data-parent="https://sign.example.com"');
    const { id, qr } = await show();
    expect(qr).toMatch(/^https:\/\/sign\.example\.com\/sandbox\/dingtalk\/q\/[\w-]{24}$/);
    expect(qr).not.toContain(id);
  });

  test('outside a frame goes on by itself', async () => {
    const { page } = await open();
    expect((await page({ iframe: 'false' })).body).toContain('data-parent=""');
  });

  test.each([
    ['client_id', 'another'],
    ['redirect_uri', `${callback}/`],
    ['redirect_uri', callback.replace('sign.', 'evil.')],
    ['response_type', 'token'],
    ['scope', 'corpid'],
  ])('refuses another %s: %s', async (name, value) => {
    const { page } = await open();
    const { statusCode, body } = await page({ [name]: value });
    expect(statusCode).toBe(400);
    expect(body).toContain(name);
    expect(body).not.toContain('data:image');
  });

  test('while down is not there', async () => {
    const { page, dingtalk } = await open();
    dingtalk.fault.set('down');
    expect((await page()).statusCode).toBe(503);
  });
});

describe('the phone', () => {
  test('is asked once, and its yes brings a code to the registered address', async () => {
    const { dingtalk, show, token } = await open();
    const { qr, standing } = await show();
    expect(await standing()).toEqual({ is: 'waiting' });
    expect(dingtalk.answer(qr, true)).toEqual({ is: 'invalid' });
    expect(dingtalk.scan(qr, mei)).toEqual({ is: 'asked', site: 'sign.example.com' });
    expect(await standing()).toEqual({ is: 'opened' });
    expect(dingtalk.scan(qr, { ...mei, unionId: 'another' })).toEqual({ is: 'invalid' });

    expect(dingtalk.answer(qr, true)).toEqual({ is: 'done' });
    expect(dingtalk.answer(qr, false)).toEqual({ is: 'invalid' });
    const { redirectUrl } = await standing();
    const url = new URL(redirectUrl);
    expect(url.origin + url.pathname).toBe(callback);
    expect(url.searchParams.get('state')).toBe('a-state');
    const { clientId, clientSecret } = dingtalkAccount;
    const order = { clientId, clientSecret, code: url.searchParams.get('authCode'), grantType: 'authorization_code' };
    expect(await token(order)).toMatchObject({ status: 200, accessToken: expect.any(String), expireIn: 7200 });
  });

  test('may say no, which the page is told', async () => {
    const { dingtalk, show } = await open();
    const { qr, standing } = await show();
    dingtalk.scan(qr, mei);
    dingtalk.answer(qr, false);
    expect(await standing()).toEqual({
      is: 'declined',
      redirectUrl: `${callback}?error=access_denied&state=a-state`,
    });
  });

  test('comes too late after five minutes', async () => {
    const { dingtalk, show, move } = await open();
    const [early, late] = [await show(), await show()];
    dingtalk.scan(late.qr, mei);
    move(minutes(5));
    expect(dingtalk.scan(early.qr, mei)).toEqual({ is: 'invalid' });
    expect(dingtalk.answer(late.qr, true)).toEqual({ is: 'invalid' });
    expect(await early.standing()).toEqual({ is: 'invalid' });
  });

  test('cannot read a result by what the QR says', async () => {
    const { app, show } = await open();
    const { qr } = await show();
    const answer = await app.inject(`/sandbox/dingtalk/oauth2/standing?page=${qr.split('/').at(-1)}`);
    expect(answer.json()).toEqual({ is: 'invalid' });
  });
});

describe('DingTalk’s interface', () => {
  test('gives who someone is for the token that their code brought, once', async () => {
    const { app, dingtalk, token } = await open();
    const { clientId, clientSecret } = dingtalkAccount;
    const order = { clientId, clientSecret, code: dingtalk.codes.issue(mei), grantType: 'authorization_code' };
    const { accessToken } = await token(order);
    expect(await token(order)).toMatchObject({ status: 400, code: 'invalidParameter.authCode.notFound' });
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
  ])('refuses %s', async (_what, payload, code) => {
    const { token } = await open();
    expect(await token(payload)).toMatchObject({ status: 400, code, requestid: expect.any(String) });
  });
});
