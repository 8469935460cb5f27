import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { minutes } from '@foyer/contract/time';
import { expect, test as visit } from '../../fixtures/test.ts';
import { emptyDatabase, newDatabase } from '../../support/servers/databases.ts';
import { alice } from '../../support/people/people.ts';
import { failToStart, freePort, runCommand, type Service, startService } from '../../support/servers/service.ts';

/** No browser: the service as its operator sees it. */
const test = visit.extend<{ folder: string; start: (settings: Record<string, string>) => Promise<Service> }>({
  expireLimits: ({}, provide) => provide(),
  allowErrors: ({}, provide) => provide(() => {}),
  folder: async ({}, provide) => {
    const folder = await mkdtemp(join(tmpdir(), 'foyer-e2e-'));
    await provide(folder);
    await rm(folder, { recursive: true, force: true });
  },
  start: async ({ folder: _ }, provide) => {
    const started: Service[] = [];
    await provide(async (settings) => {
      const service = await startService(settings);
      started.push(service);
      return service;
    });
    for (const service of started) await service.kill();
  },
});
test.describe.configure({ timeout: minutes(10) });

test('wrong settings fail with one line each that says what is right [D-24]', async ({ folder }) => {
  const wrong = { PORT: 'eighty', SANDBOX: 'maybe', ALLOWED_REDIRECTS: 'example.com/path' };
  const { code, lines } = await failToStart({ DATA_DIR: folder, ...wrong });
  expect(lines).toEqual([
    'PORT is "eighty": give a number from 1 to 65535',
    'SANDBOX is "maybe": give one of on, off',
    expect.stringMatching(/^ALLOWED_REDIRECTS is .* give https:\/\/example\.com$/),
  ]);
  expect(code).toBe(1);
});

test('a data folder that cannot be written fails with advice [D-24]', async () => {
  const { code, lines } = await failToStart({ DATA_DIR: 'package.json' });
  expect(lines).toEqual([expect.stringMatching(/^DATA_DIR is .*: give a folder that can be written \(ENOTDIR\)$/)]);
  expect(code).toBe(1);
});

test('a port in use fails with advice', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const { code, lines } = await failToStart({ PORT: `${port}`, ...(await newDatabase()), LOG_LEVEL: 'error' });
  other.close();
  expect(lines).toEqual([`Port ${port} is taken: stop what listens there, or set another PORT`]);
  expect(code).toBe(1);
});

test('the embedded database is made by the first start, belongs to one process, and survives its end [BE-12] [D-13]', async ({
  folder,
  start,
}) => {
  const embedded = { DATA_DIR: folder };
  const before = await start(embedded);
  await test.step('a start prints its URLs', async () => {
    for (const path of ['/login/web', '/sandbox', '/api/']) {
      expect(before.logs()).toContain(`${before.origin}${path}`);
      expect((await fetch(`${before.origin}${path}`)).status).toBe(200);
    }
  });
  await test.step('another service fails to start', async () => {
    const { code, lines } = await failToStart({ PORT: `${await freePort()}`, ...embedded });
    expect(lines).toEqual([expect.stringMatching(/is in use by process \d+: stop that one first/)]);
    expect(code).toBe(1);
  });
  await test.step('a command exits with 3 and says what to do', async () => {
    const error = await runCommand(embedded, 'sso', 'list').catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 3, stderr: expect.stringMatching(/is in use by process \d+/) });
    expect(error).toMatchObject({
      stderr: expect.stringMatching(/stop it, repeat this\s+command, and start it again/),
    });
  });
  await test.step('nothing is lost when the service is killed right after a response', async () => {
    const signedIn = await signIn(before.origin, alice);
    const { data } = await (await signIn(before.origin, { ...alice, password: 'not mine' })).json();
    await before.kill();

    const after = await start(embedded);
    const cookie = signedIn.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ');
    const me = await fetch(`${after.origin}/api/user/accounts/me`, { headers: { cookie } });
    expect(await me.json()).toMatchObject({ code: 0, data: { mobile: alice.account } });
    const again = await signIn(after.origin, { ...alice, password: 'not mine' });
    expect(await again.json()).toMatchObject({ data: { attemptsLeft: data.attemptsLeft - 1 } });
    // As Ctrl-C does.
    await after.stop('SIGINT');
  });
});

test('in production there is no sandbox, none of its people, and no output but JSON [D-01] [D-24]', async () => {
  const publicUrl = 'https://sign.example.com';
  const settings = { NODE_ENV: 'production', PUBLIC_URL: publicUrl, SMS_GATEWAY: 'none', SANDBOX: '' };
  const { origin, logs, stop } = await startService({ ...(await emptyDatabase()), ...settings, DRAIN_SECONDS: '0' });
  try {
    for (const path of ['/sandbox', '/sandbox/clock', '/sandbox/outbox', '/api/', '/api/openapi.json']) {
      expect((await fetch(`${origin}${path}`)).status, path).toBe(404);
    }
    const response = await signIn(origin, alice, { origin: publicUrl });
    expect(await response.json()).toMatchObject({ code: 10000010 });
    expect(response.headers.get('strict-transport-security')).toMatch(/^max-age=\d{8,}$/);
    const page = await (await fetch(`${origin}/login/web`)).text();
    expect(page).not.toMatch(/sandbox/i);
  } finally {
    await stop('SIGHUP');
  }
  for (const line of logs().trim().split('\n')) expect(JSON.parse(line)).toHaveProperty('event');
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
