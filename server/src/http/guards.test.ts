import { resultCodes } from '@foyer/contract/result-codes';
import { describe, expect, test } from 'vitest';
import { testAppForFile } from '../../test/support/test-app.ts';
import { sha256Hex } from '../platform/sha256.ts';
import { createApp } from '../app.ts';
import { createRateLimit } from '../cache/rate-limit.ts';

const services = await testAppForFile();
const path = '/api/login/commit/user';
const good = {
  principal: '13800000001',
  credentials: sha256Hex('Foyer-2026'),
  encrypter: 'SHA256',
  loginParams: { endpoint: 'PC', env: { fingerprint: 'f' } },
};

describe('invalid input to the password call is refused in the envelope', () => {
  test.each([
    ['an array for the account [AC-71]', { ...good, principal: ['a@example.com', 'b@example.com'] }],
    ['an object for the account [AC-71]', { ...good, principal: { $ne: null } }],
    ['a number for the account [AC-71]', { ...good, principal: 13800000001 }],
    ['no account', { ...good, principal: undefined }],
    ['an account that is neither number nor e-mail', { ...good, principal: 'alice' }],
    ['an account of 1001 characters', { ...good, principal: '1'.repeat(1001) }],
    ['a plain password [D-03]', { ...good, credentials: 'Foyer-2026' }],
    ['an object for the password [AC-71]', { ...good, credentials: { $ne: '' } }],
    ['a hash in capitals', { ...good, credentials: good.credentials.toUpperCase() }],
    ['another encrypter [AC-29b]', { ...good, encrypter: 'MD5' }],
    ['no encrypter at all [AC-29b]', { ...good, encrypter: null }],
    ['an unknown endpoint', { ...good, loginParams: { ...good.loginParams, endpoint: 'TV' } }],
    ['an array as a whole', [good]],
  ])('%s', async (_, payload) => {
    const answer = await services.browser().send({ method: 'POST', url: path, payload });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: resultCodes.malformed, data: null });
    expect(answer.headers['set-cookie']).toBeUndefined();
  });

  test.each([
    ['a form', 'application/x-www-form-urlencoded', 'principal=a&credentials=b', 415],
    ['plain text', 'text/plain', JSON.stringify(good), 415],
    ['a multipart form', 'multipart/form-data; boundary=x', '--x--', 415],
    ['no type at all', undefined, JSON.stringify(good), 415],
    ['half a JSON', 'application/json', '{"principal":', 400],
    ['an empty body', 'application/json', '', 400],
    ['a prototype [ASVS 15.3.6]', 'application/json', '{"__proto__":{"polluted":1}}', 400],
    [
      'a constructor’s prototype [ASVS 15.3.6]',
      'application/json',
      '{"constructor":{"prototype":{"polluted":1}}}',
      400,
    ],
    ['thirty thousand brackets', 'application/json', '['.repeat(30_000), 400],
    ['ten megabytes [AC-64]', 'application/json', `"${'x'.repeat(10_000_000)}"`, 413],
    ['a byte too much', 'application/json', `"${'x'.repeat(64 * 1024 - 1)}"`, 413],
  ])('%s', async (_, type, payload, status) => {
    const answer = await services
      .browser()
      .send({ method: 'POST', url: path, payload, headers: { 'content-type': type } });
    expect(answer.statusCode).toBe(status);
    expect(answer.json()).toMatchObject({
      code: resultCodes.malformed,
      message: expect.stringContaining('isn’t valid'),
      data: null,
    });
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });

  test('ignores unknown fields', async () => {
    const mobile = '13800000002';
    await services.addAccount({ mobile, password: 'Foyer-2026', secondFactor: true });
    const answer = await services
      .browser()
      .signIn(mobile, 'Foyer-2026', { loginDoubleCheck: false, verified: true, ouid: 'x', role: 'admin' });
    expect(answer).toMatchObject({ code: 0, data: { loginDoubleCheck: true } });
  });
});

describe('a cross-site request', () => {
  let numbers = 13800010000;

  test.each([
    ['its origin', { origin: 'https://evil.test', 'sec-fetch-site': undefined }],
    ['no origin', { origin: 'null', 'sec-fetch-site': undefined }],
    ['a longer name', { origin: 'http://localhost:3000.evil.test', 'sec-fetch-site': undefined }],
    ['another port', { origin: 'http://localhost:3001', 'sec-fetch-site': undefined }],
    ['another scheme', { origin: 'https://localhost:3000', 'sec-fetch-site': undefined }],
    ['a cross-site fetch', { origin: undefined, 'sec-fetch-site': 'cross-site' }],
    ['a same-site fetch', { origin: undefined, 'sec-fetch-site': 'same-site' }],
    ['a name that was made to point here', { origin: 'http://evil.test:3000', 'sec-fetch-site': 'same-origin' }],
  ])('is refused with %s [ASVS 3.5.1]', async (_, headers) => {
    const mobile = String((numbers += 1));
    await services.addAccount({ mobile, password: 'Foyer-2026' });
    const browser = services.browser();
    await browser.signIn(mobile, 'Foyer-2026');
    const answer = await browser.send({ method: 'POST', url: '/api/user/accounts/logout', payload: {}, headers });
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toMatchObject({ code: resultCodes.forbidden, data: null });
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(await browser.get('/user/accounts/me')).toMatchObject({ code: 0 });
  });

  test('gets no CORS headers [AC-67]', async () => {
    const browser = services.browser();
    for (const origin of ['https://evil.test', 'null', 'http://localhost:3000.evil.test']) {
      const answers = [
        await browser.send({
          method: 'OPTIONS',
          url: path,
          headers: { origin, 'access-control-request-method': 'POST' },
        }),
        await browser.send({ method: 'GET', url: '/api/user/accounts/me', headers: { origin } }),
      ];
      for (const { headers } of answers)
        expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  });

  test('is not assumed for a client that is not a browser', async () => {
    const answer = await services.app.inject({ method: 'POST', url: '/api/user/accounts/logout', payload: {} });
    expect(answer.statusCode).toBe(200);
  });
});

describe('an unknown URL or method', () => {
  test.each([
    '/api/nothing',
    '/api/login/commit/user/',
    '/api//login/commit/user',
    '/api/LOGIN/commit/user',
    '/api/login%2fcommit/user',
  ])('answers %s with not found in the envelope', async (url) => {
    const answer = await services.browser().send({ method: 'POST', url, payload: good });
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toMatchObject({ code: resultCodes.notFound });
  });

  test.each(['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const)(
    'refuses %s for the password call',
    async (method) => {
      const answer = await services.browser().send({ method, url: path });
      expect(answer.statusCode).toBe(405);
      expect(answer.headers['allow']).toBe('POST');
      expect(answer.json()).toMatchObject({ code: resultCodes.malformed });
    },
  );

  test('ignores headers that override the method or URL [AC-66]', async () => {
    const headers = {
      'x-http-method-override': 'POST',
      'x-original-url': '/metrics',
      'x-forwarded-host': 'evil.test',
      host: 'evil.test',
    };
    const answer = await services.browser().send({ method: 'GET', url: '/api/user/accounts/me', headers });
    expect(answer.statusCode).toBe(401);
    expect(JSON.stringify([answer.body, answer.headers])).not.toContain('evil.test');
  });
});

describe('calls from one client IP', () => {
  test('are limited, and the response says for how long', async () => {
    const app = await createApp({
      ...services,
      callRateLimit: createRateLimit(3, services.redis, `test-${Math.random()}`),
    });
    const ask = (remoteAddress: string, headers = {}) =>
      app.inject({ url: '/api/user/accounts/me', remoteAddress, headers });
    const statuses = [];
    for (const last of ['1', '2', '3', '4'])
      statuses.push((await ask(`2001:db8::${last}`, { 'x-forwarded-for': `192.0.2.${last}` })).statusCode);
    expect(statuses).toEqual([401, 401, 401, 429]);
    const stopped = await ask('2001:db8::ffff');
    expect(Number(stopped.headers['retry-after'])).toBeGreaterThan(0);
    expect(stopped.json()).toMatchObject({
      code: resultCodes.tooManyRequests,
      data: { retryAfter: expect.any(Number) },
    });
    expect((await ask('2001:db8:0:1::1')).statusCode).toBe(401);
    expect((await app.inject({ method: 'POST', url: '/api//x', remoteAddress: '2001:db8::9' })).statusCode).toBe(429);
    await app.close();
  });
});

test('answers a bug in the envelope without details and logs it once', async () => {
  const app = await createApp({
    ...services,
    passwords: {
      ...services.passwords,
      reserveSlot() {
        throw new TypeError('secret 13812345678');
      },
    },
  });
  services.lines.length = 0;
  const answer = await app.inject({ method: 'POST', url: path, payload: good });
  expect(answer.statusCode).toBe(500);
  expect(answer.json()).toEqual({ code: resultCodes.internalError, message: expect.any(String), data: null });
  expect(services.lines.filter((line) => line.includes('"event":"fault"'))).toHaveLength(1);
  await app.close();
});
