import { once } from 'node:events';
import { type AddressInfo, type Socket, connect, createServer } from 'node:net';
import { seconds } from '@foyer/contract/time';
import { expect, onTestFinished, test, vi } from 'vitest';
import { onFreePort } from '../test/support/servers/free-port.ts';
import { newTestDatabase } from '../test/support/test-app.ts';
import { serve } from './serve.ts';

async function startService(settings: Record<string, string> = {}) {
  const { env, clear } = await newTestDatabase();
  onTestFinished(clear);
  return onFreePort(async (port) => {
    const service = await serve({ ...env, PORT: `${port}`, SANDBOX: 'off', LOG_LEVEL: 'silent', ...settings });
    onTestFinished(() => service.close());
    return { ...service, port, origin: `http://127.0.0.1:${port}` };
  });
}

const startManaged = (settings: Record<string, string>) =>
  onFreePort(async (port) => {
    const service = await startService({ ...settings, MANAGEMENT_PORT: `${port}` });
    return { ...service, management: `http://127.0.0.1:${port}` };
  });

test('a service that drains is not ready and answers everything else until a second signal closes it', async () => {
  const { origin, close } = await startService({ DRAIN_SECONDS: '600' });
  expect((await fetch(`${origin}/readyz`)).status).toBe(200);

  const closed = close();
  const readiness = await fetch(`${origin}/readyz`);
  expect([readiness.status, await readiness.json()]).toEqual([503, { ready: false, draining: true }]);
  expect((await fetch(`${origin}/healthz`)).status).toBe(200);
  const call = await fetch(`${origin}/api/user/accounts/me`);
  expect([call.status, call.headers.get('connection')]).toEqual([401, 'close']);

  await Promise.all([closed, close()]);
  await expect(fetch(`${origin}/healthz`)).rejects.toThrow('fetch failed');
});

test('a service without drain time answers what still arrives on an open connection, then ends', async () => {
  const { port, close } = await startService({ DRAIN_SECONDS: '0' });
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  const head = ['Host: localhost', 'Content-Type: application/json', 'Content-Length: 2', 'Expect: 100-continue'];
  socket.write(`POST /api/login/commit/user HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n`);
  await untilRead(socket, /100 Continue/);

  const closed = close();
  socket.write('{}GET /api/user/accounts/me HTTP/1.1\r\nHost: localhost\r\n\r\n');
  const text = await untilRead(socket, /HTTP\/1.1 400[^]*"code"[^]*HTTP\/1.1 401[^]*"code":/);
  expect(text).not.toContain('Service Unavailable');
  await closed;
});

test('in production the service prints nothing but its log', async () => {
  const settings = { NODE_ENV: 'production', PUBLIC_URL: 'https://sign.example.com', SMS_GATEWAY: 'none' };
  const { startupMessages } = await startService({ ...settings, DRAIN_SECONDS: '0' });
  expect(startupMessages).toEqual([]);
});

const requestId = /^[\w-]{12}$/;

test('with a management port, metrics and health are served there alone, until the end', async () => {
  const { origin, close, management } = await startManaged({ DRAIN_SECONDS: '600' });
  for (const path of ['/healthz', '/readyz', '/metrics']) {
    expect([path, (await fetch(`${origin}${path}`)).status]).toEqual([path, 404]);
    // A scraper in another container comes through a proxy or not: every client that reaches this port may read.
    const answer = await fetch(`${management}${path}`, { headers: { 'x-forwarded-for': '203.0.113.1' } });
    expect([path, answer.status]).toEqual([path, 200]);
    expect(answer.headers.get('x-request-id')).toMatch(requestId);
  }
  const unknown = await fetch(`${management}/login/web`);
  expect([unknown.status, unknown.headers.get('x-request-id')]).toEqual([404, expect.stringMatching(requestId)]);

  const closed = close();
  expect((await fetch(`${management}/readyz`)).status).toBe(503);
  await Promise.all([closed, close()]);
  await expect(fetch(`${management}/healthz`)).rejects.toThrow('fetch failed');
});

test('what became due while no node ran is done at the start, not after the next interval', async () => {
  const { management } = await startManaged({ DRAIN_SECONDS: '0' });
  await vi.waitFor(async () => {
    const metrics = await (await fetch(`${management}/metrics`)).text();
    for (const task of ['contactChanges', 'erasure'])
      expect(metrics).toMatch(new RegExp(`foyer_task_runs_total\\{task="${task}",result="ok"\\} 1`));
  }, seconds(60));
});

test('the management port also requires the token, if one is configured', async () => {
  const { management } = await startManaged({ METRICS_TOKEN: 'a-token-of-some-length', DRAIN_SECONDS: '0' });
  const ask = async (headers = {}) => (await fetch(`${management}/metrics`, { headers })).status;
  expect([await ask(), await ask({ authorization: 'Bearer a-token-of-some-length' })]).toEqual([404, 200]);
});

test('a management port that is taken stops the start with its name', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  onTestFinished(() => void taken.close());
  const { port } = taken.address() as AddressInfo;
  await expect(startService({ MANAGEMENT_PORT: `${port}` })).rejects.toThrow(
    `Port ${port} is taken: stop what listens there, or set another MANAGEMENT_PORT`,
  );
});

async function untilRead(socket: Socket, pattern: RegExp): Promise<string> {
  let text = '';
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    text += String(chunk);
    if (pattern.test(text)) break;
  }
  return text;
}
