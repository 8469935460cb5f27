import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { minutes } from '@foyer/contract/time';
import { expect, test as visit } from '../../fixtures/test.ts';
import { alice } from '../../support/people.ts';
import { failToStart, freePort, type Service, startService } from '../../support/service.ts';

/** No browser: the service as its operator sees it. */
const test = visit.extend<{ folder: string; start: (settings?: Record<string, string>) => Promise<Service> }>({
  expireLimits: ({}, provide) => provide(),
  allowErrors: ({}, provide) => provide(() => {}),
  folder: async ({}, provide) => {
    const folder = await mkdtemp(join(tmpdir(), 'foyer-e2e-'));
    await provide(folder);
    await rm(folder, { recursive: true, force: true });
  },
  start: async ({ folder }, provide) => {
    const started: Service[] = [];
    await cp(process.env.DATA_TEMPLATE!, folder, { recursive: true });
    await provide(async (settings) => {
      const service = await startService(folder, settings);
      started.push(service);
      return service;
    });
    for (const service of started) await service.kill();
  },
});
test.describe.configure({ timeout: minutes(3) });

const wrongSettings = [
  [{ PORT: 'eighty' }, ['PORT is "eighty": give a number from 1 to 65535']],
  [{ PORT: '0', SANDBOX: 'maybe' }, [/^PORT is "0"/, 'SANDBOX is "maybe": give one of on, off']],
  [{ DATA_DIR: 'package.json' }, [/^DATA_DIR is .*: give a folder that can be written \(ENOTDIR\)$/]],
  [{ ALLOWED_REDIRECTS: 'example.com/path' }, [/^ALLOWED_REDIRECTS is .* give https:\/\/example\.com$/]],
  [{ NODE_ENV: 'production', SMS_GATEWAY: 'none' }, [/^PUBLIC_URL is "http:.*": give an https origin in production$/]],
  [
    { NODE_ENV: 'production', PUBLIC_URL: 'https://a.example', SMS_GATEWAY: 'none', SANDBOX: 'on' },
    [/^SANDBOX is "on": turn it off/],
  ],
] as const;

test('wrong settings fail with one line each that says what is right [D-24]', async ({ folder }) => {
  for (const [settings, expected] of wrongSettings) {
    const { code, lines } = await failToStart({ DATA_DIR: folder, ...settings });
    expect(lines).toEqual(expected.map((line) => (typeof line === 'string' ? line : expect.stringMatching(line))));
    expect(code).toBe(1);
  }
});

test('a port in use fails with advice', async ({ folder }) => {
  const port = await freePort();
  const other = createServer().listen(port, '127.0.0.1');
  await once(other, 'listening');
  await cp(process.env.DATA_TEMPLATE!, folder, { recursive: true });
  const { code, lines } = await failToStart({ PORT: `${port}`, DATA_DIR: folder, LOG_LEVEL: 'error' });
  other.close();
  expect(lines).toEqual([`Port ${port} is taken: stop what listens there, or give another PORT`]);
  expect(code).toBe(1);
});

test('a start prints its addresses, locks its data folder, and Ctrl-C ends it cleanly', async ({ folder, start }) => {
  const service = await start();
  for (const path of ['/login/web', '/sandbox', '/api/']) {
    expect(service.logs()).toContain(`${service.origin}${path}`);
    expect((await fetch(`${service.origin}${path}`)).status).toBe(200);
  }
  const { code, lines } = await failToStart({ PORT: `${await freePort()}`, DATA_DIR: folder });
  expect(lines).toEqual([expect.stringMatching(/is in use by process \d+: stop that one first/)]);
  expect(code).toBe(1);
  await service.stop('SIGINT');
});

test('nothing is lost when the service is killed right after a response [BE-12]', async ({ start }) => {
  const before = await start();
  const signedIn = await signIn(before.origin, alice);
  const { data } = await (await signIn(before.origin, { ...alice, password: 'not mine' })).json();
  await before.kill();

  const after = await start();
  const cookie = signedIn.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  const me = await fetch(`${after.origin}/api/user/accounts/me`, { headers: { cookie } });
  expect(await me.json()).toMatchObject({ code: 0, data: { mobile: alice.account } });
  const again = await signIn(after.origin, { ...alice, password: 'not mine' });
  expect(await again.json()).toMatchObject({ data: { attemptsLeft: data.attemptsLeft - 1 } });
});

test('in production there is no sandbox, none of its people, and no output but JSON [D-01] [D-24]', async ({
  folder,
}) => {
  const publicUrl = 'https://sign.example.com';
  const settings = { NODE_ENV: 'production', PUBLIC_URL: publicUrl, SMS_GATEWAY: 'none', SANDBOX: '' };
  const { origin, logs, stop } = await startService(folder, { ...settings, DRAIN_SECONDS: '0' });
  try {
    for (const path of ['/sandbox', '/sandbox/clock', '/sandbox/outbox', '/api/', '/api/openapi.json']) {
      expect((await fetch(`${origin}${path}`)).status, path).toBe(404);
    }
    const response = await signIn(origin, alice, { origin: publicUrl });
    expect(await response.json()).toMatchObject({ code: 10000010 });
    expect(response.headers.get('strict-transport-security')).toMatch(/^max-age=\d{8,}; includeSubDomains/);
    const page = await (await fetch(`${origin}/login/web`)).text();
    expect(page).not.toMatch(/sandbox/i);
  } finally {
    await stop('SIGHUP');
  }
  for (const line of logs().trim().split('\n')) expect(JSON.parse(line)).toHaveProperty('event');
});

test.describe('the password call', () => {
  const good = { principal: alice.account, credentials: hashed(alice.password), loginParams: paramsOf('x') };
  const json = { 'content-type': 'application/json' };
  const requests: Record<string, { status: number; headers?: Record<string, string>; body: string }> = {
    'a list': { status: 400, body: JSON.stringify([good]) },
    'a list of accounts': { status: 400, body: JSON.stringify({ ...good, principal: [alice.account] }) },
    'an object for a password': { status: 400, body: JSON.stringify({ ...good, credentials: { $ne: '' } }) },
    'a plain password': { status: 400, body: JSON.stringify({ ...good, credentials: alice.password }) },
    'an unknown hash': { status: 400, body: JSON.stringify({ ...good, encrypter: 'MD5' }) },
    'an empty body': { status: 400, body: '' },
    'truncated JSON': { status: 400, body: '{"principal":"138' },
    'ten megabytes': { status: 413, body: JSON.stringify({ ...good, principal: 'a'.repeat(10_000_000) }) },
    'twenty thousand nested arrays': { status: 400, body: '['.repeat(20_000) },
    'a form': { status: 415, headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'principal=a' },
    'plain text': { status: 415, headers: { 'content-type': 'text/plain' }, body: JSON.stringify(good) },
    'a request of another site': {
      status: 403,
      headers: { ...json, origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' },
      body: JSON.stringify(good),
    },
    'a request of an opaque origin': {
      status: 403,
      headers: { ...json, origin: 'null' },
      body: JSON.stringify(good),
    },
  };

  test('refuses malformed requests with an envelope, and keeps working [D-02] [D-03] [AC-64] [AC-71]', async ({
    start,
  }) => {
    const { origin } = await start();
    for (const [name, { status, headers = json, body }] of Object.entries(requests)) {
      const response = await fetch(`${origin}/api/login/commit/user`, { method: 'POST', headers, body });
      const envelope = { code: expect.any(Number), message: expect.stringMatching(/./), data: null };
      expect(await response.json(), name).toEqual(envelope);
      expect(response.status, name).toBe(status);
      expect(response.headers.getSetCookie(), name).toEqual([]);
    }
    expect(await (await signIn(origin, alice)).json()).toMatchObject({ code: 0 });
  });
});

function signIn(
  origin: string,
  credentials: { account: string; password: string },
  headers: Record<string, string> = {},
) {
  return fetch(`${origin}/api/login/commit/user`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({
      principal: credentials.account,
      credentials: hashed(credentials.password),
      loginParams: paramsOf('e2e'),
    }),
  });
}

function hashed(password: string) {
  return createHash('sha256').update(password).digest('hex');
}

function paramsOf(fingerprint: string) {
  return { endpoint: 'PC', env: { fingerprint } };
}
