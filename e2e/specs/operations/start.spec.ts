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

/** No browser: the service as whoever runs it meets it. */
const test = visit.extend<{ folder: string; start: (settings?: Record<string, string>) => Promise<Service> }>({
  newDay: ({}, provide) => provide(),
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

const misset = [
  [{ PORT: 'eighty' }, ['PORT is "eighty": give a number from 1 to 65535']],
  [{ PORT: '0', SANDBOX: 'maybe' }, [/^PORT is "0"/, 'SANDBOX is "maybe": give one of on, off']],
  [{ DATA_DIR: 'package.json' }, [/^DATA_DIR is .*: give a folder that can be written \(ENOTDIR\)$/]],
  [{ ALLOWED_REDIRECTS: 'example.com/path' }, [/^ALLOWED_REDIRECTS is .*: give an origin such as https:/]],
  [{ NODE_ENV: 'production', SMS_GATEWAY: 'none' }, [/^PUBLIC_URL is "http:.*": give an https origin in production$/]],
  [
    { NODE_ENV: 'production', PUBLIC_URL: 'https://a.example', SMS_GATEWAY: 'none', SANDBOX: 'on' },
    [/^SANDBOX is "on": turn it off/],
  ],
] as const;

test('a start that is set up wrongly says what would be right, one line each [D-24]', async ({ folder }) => {
  for (const [settings, told] of misset) {
    const { code, lines } = await failToStart({ DATA_DIR: folder, ...settings });
    expect(lines).toEqual(told.map((line) => (typeof line === 'string' ? line : expect.stringMatching(line))));
    expect(code).toBe(1);
  }
});

test('a taken port says so', async ({ folder }) => {
  const port = await freePort();
  const other = createServer().listen(port, '127.0.0.1');
  await once(other, 'listening');
  await cp(process.env.DATA_TEMPLATE!, folder, { recursive: true });
  const { code, lines } = await failToStart({ PORT: `${port}`, DATA_DIR: folder, LOG_LEVEL: 'error' });
  other.close();
  expect(lines).toEqual([`Port ${port} is taken: stop what listens there, or give another PORT`]);
  expect(code).toBe(1);
});

test('a start prints where to look, keeps its folder to itself, and Ctrl-C ends it cleanly', async ({
  folder,
  start,
}) => {
  const service = await start();
  for (const place of ['/login/web', '/sandbox', '/api/']) {
    expect(service.logs()).toContain(`${service.origin}${place}`);
    expect((await fetch(`${service.origin}${place}`)).status).toBe(200);
  }
  const { code, lines } = await failToStart({ PORT: `${await freePort()}`, DATA_DIR: folder });
  expect(lines).toEqual([expect.stringMatching(/is in use by process \d+: stop that one first/)]);
  expect(code).toBe(1);
  await service.stop('SIGINT');
});

test('nothing is lost by pulling the plug right after an answer [BE-12]', async ({ start }) => {
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

test('in production there is no sandbox and nobody who came with it [D-01] [D-24]', async ({ folder }) => {
  const publicUrl = 'https://sign.example.com';
  const settings = { NODE_ENV: 'production', PUBLIC_URL: publicUrl, SMS_GATEWAY: 'none', SANDBOX: '' };
  const { origin, kill } = await startService(folder, settings);
  try {
    for (const path of ['/sandbox', '/sandbox/clock', '/sandbox/outbox', '/api/', '/api/openapi.json']) {
      expect((await fetch(`${origin}${path}`)).status, path).toBe(404);
    }
    const answer = await signIn(origin, alice, { origin: publicUrl });
    expect(await answer.json()).toMatchObject({ code: 10000010 });
    expect(answer.headers.get('strict-transport-security')).toMatch(/^max-age=\d{8,}; includeSubDomains/);
    const page = await (await fetch(`${origin}/login/web`)).text();
    expect(page).not.toMatch(/sandbox/i);
  } finally {
    await kill();
  }
});

test.describe('the password call', () => {
  const good = { principal: alice.account, credentials: hashed(alice.password), loginParams: paramsOf('x') };
  const json = { 'content-type': 'application/json' };
  const asks: Record<string, { status: number; headers?: Record<string, string>; body: string }> = {
    'a list': { status: 400, body: JSON.stringify([good]) },
    'a list of accounts': { status: 400, body: JSON.stringify({ ...good, principal: [alice.account] }) },
    'an object for a password': { status: 400, body: JSON.stringify({ ...good, credentials: { $ne: '' } }) },
    'a plain password': { status: 400, body: JSON.stringify({ ...good, credentials: alice.password }) },
    'an unknown way of hashing': { status: 400, body: JSON.stringify({ ...good, encrypter: 'MD5' }) },
    nothing: { status: 400, body: '' },
    'half a text': { status: 400, body: '{"principal":"138' },
    'ten megabytes': { status: 413, body: JSON.stringify({ ...good, principal: 'a'.repeat(10_000_000) }) },
    'twenty thousand brackets': { status: 400, body: '['.repeat(20_000) },
    'a form': { status: 415, headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'principal=a' },
    'plain text': { status: 415, headers: { 'content-type': 'text/plain' }, body: JSON.stringify(good) },
    'something from another site': {
      status: 403,
      headers: { ...json, origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' },
      body: JSON.stringify(good),
    },
    'something from a page that says nothing of itself': {
      status: 403,
      headers: { ...json, origin: 'null' },
      body: JSON.stringify(good),
    },
  };

  test('refuses what makes no sense in its own words, and lives on [D-02] [D-03] [AC-64] [AC-71]', async ({
    start,
  }) => {
    const { origin } = await start();
    for (const [what, { status, headers = json, body }] of Object.entries(asks)) {
      const answer = await fetch(`${origin}/api/login/commit/user`, { method: 'POST', headers, body });
      const envelope = { code: expect.any(Number), message: expect.stringMatching(/./), data: null };
      expect(await answer.json(), what).toEqual(envelope);
      expect(answer.status, what).toBe(status);
      expect(answer.headers.getSetCookie(), what).toEqual([]);
    }
    expect(await (await signIn(origin, alice)).json()).toMatchObject({ code: 0 });
  });
});

function signIn(origin: string, who: { account: string; password: string }, headers: Record<string, string> = {}) {
  return fetch(`${origin}/api/login/commit/user`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({
      principal: who.account,
      credentials: hashed(who.password),
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
