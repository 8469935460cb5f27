import { createHmac } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { alipayAccount } from '../apps/alipay/alipay-account.ts';
import { dingtalkAccount } from '../apps/dingtalk/dingtalk-account.ts';
import { openSandbox } from '../sandbox.fixture.ts';
import { oidcClient } from '../sso/companies.ts';
import { wechatAccount } from '../apps/wechat/wechat-account.ts';
import { wecomAccount } from '../wecom/wecom-account.ts';

type App = Awaited<ReturnType<typeof openSandbox>>['app'];

const origin = 'https://sign.example.com';
const withQuery = (path: string, params: Record<string, string>) => `${path}?${new URLSearchParams(params).toString()}`;
const callback = (name: string) => `${origin}/api/thirdparty/${name}/callback`;

const authnRequest = `<AuthnRequest ID="_1" AssertionConsumerServiceURL="${origin}/acs"><saml:Issuer>sp</saml:Issuer></AuthnRequest>`;
const saml = { SAMLRequest: deflateRawSync(authnRequest).toString('base64') };
const dingtalk = {
  client_id: dingtalkAccount.clientId,
  redirect_uri: callback('dingding'),
  response_type: 'code',
  scope: 'openid',
};

const pages: [name: string, path: string][] = [
  ['panel', ''],
  ['phone', '/phone'],
  ['support desk', '/chat/desk'],
  ['chat frame', '/chat'],
  ['events', '/events'],
  ['contracts', '/contracts'],
  ['contract', '/contracts/lease'],
  ['DingTalk sign-in', withQuery('/dingtalk/oauth2/auth', dingtalk)],
  ['DingTalk refusal', '/dingtalk/oauth2/auth'],
  ['DingTalk consent inside the app', withQuery('/dingtalk/inside', dingtalk)],
  [
    'WeChat authorization',
    withQuery('/wechat/connect/oauth2/authorize', {
      appid: wechatAccount.appId,
      response_type: 'code',
      scope: 'snsapi_base',
      redirect_uri: callback('wechat'),
      state: 'a',
    }),
  ],
  [
    'Alipay authorization',
    withQuery('/alipay/authorize', {
      app_id: alipayAccount.appId,
      scope: 'auth_base',
      redirect_uri: callback('alipay'),
    }),
  ],
  [
    'WeCom sign-in',
    withQuery('/wecom/wwlogin/sso/login', {
      login_type: 'CorpApp',
      appid: wecomAccount.corpId,
      redirect_uri: `${origin}/`,
    }),
  ],
  ['SAML account picker', withQuery('/saml/globex/sso', saml)],
  ['SAML response form', withQuery('/saml/globex/sso/as/globex-bob', saml)],
  ['OpenID error', '/openid/auth'],
];

test.each(pages)('the page %s names an icon that loads', async (_name, path) => {
  const { app } = await openSandbox();
  await expectIcon(app, `/sandbox${path}`);
});

test.each(pages.filter(([name]) => !/frame|form|error|contract|DingTalk (sign-in|refusal)/.test(name)))(
  'the page %s is called a sandbox, and links home and to the sign-in page',
  async (_name, path) => {
    const { app } = await openSandbox();
    const { body } = await app.inject(`/sandbox${path}`);
    expect(body).toContain('<a class="logo" href="/sandbox">');
    expect(body).toContain('<span class="badge badge-warn">沙箱</span>');
    expect(body).toContain('href="/login/web"');
    expect(body).toContain('<link rel="stylesheet" href="/sandbox/sandbox.css" />');
  },
);

test('the OpenID account picker names an icon that loads', async () => {
  const { app } = await openSandbox();
  const url = withQuery('/sandbox/openid/auth', {
    client_id: oidcClient('acme').id,
    redirect_uri: `${origin}/`,
    response_type: 'code',
    scope: 'openid',
    code_challenge: 'c'.repeat(43),
    code_challenge_method: 'S256',
  });
  const { headers, cookies } = await app.inject(url);
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  await expectIcon(app, String(headers.location).replace(origin, ''), { cookie });
});

test('the pages of real-name verification name an icon that loads', async () => {
  const { app } = await openSandbox();
  const payload = JSON.stringify({
    contextInfo: { redirectUrl: '/', showResultPage: true },
    notifyUrl: `${origin}/api`,
  });
  const response = await app.inject({
    method: 'POST',
    url: '/sandbox/identity/v2/identity/auth/web/1/indivIdentityUrl',
    headers: { 'x-identity-signature': createHmac('sha256', 'sandbox-identity-secret').update(payload).digest('hex') },
    payload,
  });
  const path = new URL(response.json().data.url).pathname;
  await expectIcon(app, path);
  await expectIcon(app, `${path}/verify`);
});

test('every page is built by htmlDocument', () => {
  const root = join(import.meta.dirname, '..');
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.test)\.ts$/.test(file),
  );
  expect(files.filter((file) => /<html/.test(readFileSync(join(root, file), 'utf8')))).toEqual(['pages/document.ts']);
});

async function expectIcon(app: App, url: string, headers = {}) {
  const page = await app.inject({ url, headers });
  expect(page.headers['content-type']).toContain('text/html');
  const icon = /<link rel="icon" href="([^"]+)"/.exec(page.body)?.[1] ?? '';
  const policy = page.headers['content-security-policy'];
  if (icon.startsWith('data:')) return expect(policy).toContain('img-src data:');
  if (policy !== undefined) expect(policy).toContain("img-src 'self'");
  const response = await app.inject(icon);
  expect(response.headers['content-type']).toBe('image/svg+xml');
}
