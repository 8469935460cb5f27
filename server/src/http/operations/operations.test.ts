import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { testAppForFile } from '../../../test/support/test-app.ts';
import { createApp } from '../../app.ts';
import { createRateLimit } from '../../cache/rate-limit.ts';
import { openRedis } from '../../cache/redis.ts';

const services = await testAppForFile();
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const get = (url: string, headers = {}, remoteAddress = '127.0.0.1') =>
  services.app.inject({ method: 'GET', url, headers, remoteAddress });

describe('health', () => {
  test('reports that the service is alive and ready', async () => {
    expect((await get('/healthz')).json()).toEqual({ alive: true });
    const answer = await get('/readyz');
    expect([answer.statusCode, answer.json()]).toEqual([200, { ready: true }]);
  });

  test('reports not ready, but alive, when the database does not answer', async () => {
    const app = await createApp({
      ...services,
      database: { ...services.database, state: () => Promise.reject(new Error('away')) },
    });
    const answer = await app.inject('/readyz');
    expect([answer.statusCode, answer.json()]).toEqual([503, { ready: false, database: 'away' }]);
    expect((await app.inject('/healthz')).statusCode).toBe(200);
    await app.close();
  });
});

test.each(['/login/web', '/api/user/accounts/me', '/api/nowhere', '/healthz', '/api/%zz', '/assets/none.js'])(
  'the answer of %s has the ID of its request, as the log does',
  async (url) => {
    services.lines.length = 0;
    const { headers } = await get(url);
    expect(headers['x-request-id']).toMatch(/^[\w-]{12}$/);
    if (url !== '/api/%zz') expect(services.lines.join()).toContain(`"id":"${String(headers['x-request-id'])}"`);
  },
);

describe('readiness without Redis', () => {
  test('stays, and names Redis as degraded', async () => {
    const nowhere = openRedis('redis://127.0.0.1:1', services.log);
    const app = await createApp({ ...services, redis: nowhere });
    const answer = await app.inject('/readyz');
    nowhere.close();
    expect([answer.statusCode, answer.json()]).toEqual([200, { ready: true, degraded: ['redis'] }]);
    await app.close();
  });
});

describe('metrics', () => {
  test('count requests by route and sign-ins by method and result', async () => {
    await services.browser().signIn('13900000001', 'wrong');
    const { body } = await get('/metrics');
    expect(body).toMatch(
      /foyer_request_seconds_count\{route="\/api\/login\/commit\/user",method="POST",status="2xx"\} \d/,
    );
    expect(body).toMatch(/foyer_sign_ins_total\{way="password",result="wrongCredentials"\} 1/);
    expect(body).toContain('foyer_passwords_in_line 0');
    expect(body).toContain('nodejs_eventloop_lag');
  });

  test.each([
    ['another machine', {}, '203.0.113.1'],
    ['a proxy on this machine', { 'x-forwarded-for': '203.0.113.1' }, '127.0.0.1'],
    ['a proxy that says so in the new way', { forwarded: 'for=203.0.113.1' }, '127.0.0.1'],
  ])('are not found for %s [ASVS 13.4.5]', async (_, headers, address) => {
    expect((await get('/metrics', headers, address)).statusCode).toBe(404);
  });

  test('require the token if one is configured', async () => {
    const token = 'a-token-of-some-length';
    const app = await createApp({ ...services, config: { ...services.config, metricsToken: token } });
    const ask = async (authorization?: string) =>
      (await app.inject({ url: '/metrics', ...(authorization && { headers: { authorization } }) })).statusCode;
    expect([await ask(), await ask('Bearer wrong'), await ask(`Bearer ${token}`)]).toEqual([404, 404, 200]);
    await app.close();
  });
});

describe('CSP reports', () => {
  const report = {
    'csp-report': {
      'effective-directive': 'script-src-elem',
      'blocked-uri': 'https://evil.test/x.js?account=13800138000',
    },
  };
  const send = (payload: object | string, type = 'application/csp-report') =>
    services.app.inject({ method: 'POST', url: '/api/csp-report', payload, headers: { 'content-type': type } });

  test('are logged with directive and origin only [ASVS 3.4.7]', async () => {
    services.lines.length = 0;
    expect((await send(JSON.stringify(report))).statusCode).toBe(204);
    const [line] = services.lines.filter((one) => one.includes('cspReport'));
    expect(JSON.parse(line ?? '')).toMatchObject({
      level: 'warn',
      rule: 'script-src-elem',
      blocked: 'https://evil.test',
    });
    expect(line).not.toContain('13800138000');
  });

  test('are accepted in the Reporting API format, and junk is ignored', async () => {
    for (const junk of [
      '[]',
      '[{"body":{"effectiveDirective":"style-src","blockedURL":"inline"}}]',
      'null',
      '"x"',
      '{"csp-report":7}',
    ])
      expect((await send(junk, 'application/reports+json')).statusCode).toBe(204);
    expect((await send(`"${'x'.repeat(9000)}"`)).statusCode).toBe(413);
  });

  test('are not logged above the rate limit', async () => {
    const app = await createApp({ ...services, reportRateLimit: createRateLimit(2, undefined, 'few') });
    services.lines.length = 0;
    for (let i = 0; i < 5; i += 1)
      await app.inject({
        method: 'POST',
        url: '/api/csp-report',
        payload: JSON.stringify(report),
        headers: { 'content-type': 'application/csp-report' },
      });
    expect(services.lines.filter((line) => line.includes('cspReport'))).toHaveLength(2);
    await app.close();
  });
});

describe('the description of the calls', () => {
  test('is served as JSON and as a page', async () => {
    const json = await get('/api/openapi.json');
    expect(json.json()).toMatchObject({
      openapi: '3.1.1',
      info: { version },
      paths: { '/login/commit/user': { post: { operationId: 'commitPassword' } } },
    });
    const page = await get('/api/');
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.body).toContain('/login/commit/user');
    expect(page.body).not.toContain('<script');
    expect(page.headers['content-security-policy']).toContain("style-src 'self' 'sha256-");
  });

  test('is not found when it is off', async () => {
    const app = await createApp({ ...services, config: { ...services.config, apiDocs: false } });
    expect((await app.inject('/api/openapi.json')).statusCode).toBe(404);
    expect((await app.inject('/api/')).statusCode).toBe(404);
    await app.close();
  });
});

describe('without Redis', () => {
  test('each process counts alone and more strictly [ASVS 16.5.3]', async () => {
    const nowhere = openRedis('redis://127.0.0.1:1', services.log);
    const limit = createRateLimit(8, nowhere);
    const answers = [];
    for (let i = 0; i < 4; i += 1) answers.push(await limit('203.0.113.5'));
    nowhere.close();
    expect(answers.map((wait) => wait === undefined)).toEqual([true, true, false, false]);
  });
});
