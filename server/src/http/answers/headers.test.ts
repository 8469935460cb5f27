import { expect, test } from 'vitest';
import { sendRaw } from '../../../test/support/servers/raw-http.ts';
import { testAppForFile } from '../../../test/support/test-app.ts';
import { readConfig } from '../../config/read-config.ts';
import { securityHeaders } from './headers.ts';

const asset = {
  plain: Buffer.from('x'),
  br: undefined,
  gzip: undefined,
  type: 'text/plain',
  etag: '"x"',
  cache: 'public',
};
const pages = { render: async () => '<style>a{}</style>', assets: new Map([['/robots.txt', asset]]) };
const services = await testAppForFile({
  env: { PUBLIC_URL: 'https://sign.example.com', SANDBOX: 'on', API_DOCS: 'on' },
  appOptions: {
    pages,
    sandbox: async (app) => {
      app.get('/', async () => 'the panel');
    },
  },
});

const promised = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': expect.stringContaining('camera=()'),
  'strict-transport-security': 'max-age=63072000',
  'content-security-policy': expect.stringMatching(
    /^default-src 'none'; script-src 'self'; style-src 'self'(?!.*unsafe).*frame-ancestors 'none'/,
  ),
};

test('age and scope of Strict-Transport-Security follow the configuration', () => {
  const valueFor = (env: Record<string, string>) => {
    const { hsts } = readConfig({ PUBLIC_URL: 'https://sign.example.com', SMS_GATEWAY: 'none', ...env });
    return securityHeaders({ hsts, apiBase: '/api' }).common['Strict-Transport-Security'];
  };
  expect(valueFor({ HSTS_DAYS: '30', HSTS_SUBDOMAINS: 'on' })).toBe('max-age=2592000; includeSubDomains');
  expect(valueFor({ HSTS_DAYS: '0' })).toBe('max-age=0');
  expect(valueFor({ PUBLIC_URL: 'http://localhost:3000' })).toBeUndefined();
});

test.each([
  ['a page', 'GET', '/login/web', 200],
  ['a redirect', 'GET', '/home', 302],
  ['a page that is not there', 'GET', '/nothing', 404],
  ['an asset', 'GET', '/robots.txt', 200],
  ['an answer', 'POST', '/api/user/accounts/logout', 200],
  ['a refusal', 'GET', '/api/user/accounts/me', 401],
  ['a call that is not there', 'GET', '/api/nothing', 404],
  ['a wrong method', 'DELETE', '/api/user/accounts/me', 405],
  ['a wrong type', 'POST', '/api/login/commit/user', 415],
  ['too much', 'POST', '/api/login/commit/user', 413],
  ['a path that cannot be read', 'GET', '/%E0%A4%A', 404],
  ['a call that cannot be read', 'GET', '/api/%E0%A4%A', 400],
  ['a report', 'POST', '/api/csp-report', 204],
  ['health', 'GET', '/healthz', 200],
  ['the description for machines', 'GET', '/api/openapi.json', 200],
  ['the description for people', 'GET', '/api/', 200],
  ['the sandbox', 'GET', '/sandbox/', 200],
] as const)('%s carries every security header', async (_, method, url, status) => {
  const payload = status === 413 ? `"${'x'.repeat(70_000)}"` : '{}';
  const answer = await services.app.inject({
    method,
    url,
    ...(method === 'POST' && { payload }),
    headers: {
      host: 'sign.example.com',
      ...(method === 'POST' && { 'content-type': status === 415 ? 'text/plain' : 'application/json' }),
    },
  });
  expect(answer.statusCode).toBe(status);
  expect(answer.headers).toMatchObject(promised);
  expect(answer.headers).not.toHaveProperty('server');
  expect(answer.headers).not.toHaveProperty('x-powered-by');
  if (url.startsWith('/api')) expect(answer.headers['cache-control']).toBe('no-store');
});

test('uses a __Host- session cookie on https [ASVS 3.3.1]', async () => {
  await services.addAccount({ mobile: '13500000001', password: 'Foyer-2026' });
  const browser = services.browser();
  const answer = await browser.signIn('13500000001', 'Foyer-2026');
  const cookies = [answer.headers['set-cookie']].flat();
  for (const cookie of cookies)
    expect(cookie).toMatch(/^__Host-[\w]+=[\w-]+; (Max-Age=\d+; )?Path=\/; HttpOnly; Secure; SameSite=Lax$/);
  expect(cookies).toContainEqual(expect.stringMatching(/^__Host-foyer_session=[\w-]{43}; Path/));
  expect(await browser.get('/user/accounts/me')).toMatchObject({ code: 0 });
});

test.each([
  ['what is no HTTP', 'NONSENSE\r\n\r\n', 400],
  ['a header of 64 kB [AC-64]', `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(64_000)}\r\n\r\n`, 431],
  [
    'a length and chunks at once [ASVS 4.2.1]',
    'POST /api/user/accounts/logout HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    400,
  ],
  [
    'ten megabytes that are only announced [AC-64]',
    'POST /api/login/commit/user HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 10000000\r\n\r\n{',
    413,
  ],
])('answers %s in the envelope, with every security header', async (_, text, status) => {
  const answer = await sendRaw(services.app, text);
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  for (const name of Object.keys(promised)) expect(head.toLowerCase()).toContain(`\r\n${name}: `);
  expect(JSON.parse(body)).toMatchObject({ code: 10000001, data: null });
});

test('allows an external origin for events only on pages and only if configured [D-19]', () => {
  const given = { hsts: undefined, apiBase: '/api' };
  const { common, policyFor } = securityHeaders({ ...given, connect: 'https://events.test' });
  expect(policyFor({ scripts: [], styles: [] })).toContain("; connect-src 'self' https://events.test;");
  expect(common['Content-Security-Policy']).toContain("; connect-src 'self';");
  expect(securityHeaders(given).policyFor({ scripts: [], styles: [] })).toContain("; connect-src 'self';");
});
