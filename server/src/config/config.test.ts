import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { envExample } from './read-settings.ts';
import { problemsOf } from '../../test/support/config-problems.ts';
import { readConfig } from './read-config.ts';

test('starts with defaults when no variable is set', () => {
  const root = repository();
  const config = readConfig({}, root);
  expect(config).toMatchObject({
    port: 3000,
    publicUrl: 'http://localhost:3000',
    secure: false,
    sandbox: true,
    apiDocs: true,
    logLevel: 'warn',
    folders: { data: join(root, 'data') },
    page: { brand: { 'zh-CN': '云章', 'en-US': 'Yunzhang' }, home: '/home', homeOnPhones: '/', environment: 'dev' },
    limits: {
      wrongPasswords: { lockAfter: 5, lockFor: 900_000 },
      session: { idle: 43_200_000, absolute: 604_800_000 },
    },
  });
});

test('treats an empty value as not set', () => {
  expect(readConfig({ PORT: '', PUBLIC_URL: ' ', ALLOWED_REDIRECTS: '' })).toEqual(readConfig({}));
});

test('turns off the sandbox and the API description in production', () => {
  const config = readConfig({ NODE_ENV: 'production', PUBLIC_URL: 'https://sign.example.com', SMS_GATEWAY: 'none' });
  expect(config).toMatchObject({
    sandbox: false,
    apiDocs: false,
    secure: true,
    logLevel: 'info',
    page: { environment: 'prod' },
  });
});

describe('the sandbox is for one’s own machine [D-49]', () => {
  const at = (PUBLIC_URL: string, env: Record<string, string> = {}) =>
    readConfig({ PUBLIC_URL, SMS_GATEWAY: 'none', ...env }, repository());
  const onOwnMachine = [
    'http://localhost:3000',
    'https://localhost:8443',
    'http://foyer.localhost',
    'http://127.0.0.1:3000',
    'http://127.9.8.7',
    'http://[::1]:3000',
  ];
  const elsewhere = [
    'https://sign.example.com',
    'https://localhost.example.com',
    'https://127.example.com',
    'https://notlocalhost',
    'https://192.168.0.10',
    'https://[::2]',
  ];

  test.each(onOwnMachine)('it runs by itself at %s, and not in production', (url) => {
    expect(at(url)).toMatchObject({ sandbox: true, production: false, apiDocs: true });
    expect(at(url, { SANDBOX: 'off' })).toMatchObject({ sandbox: false, production: false });
    const inProduction = { NODE_ENV: 'production', PUBLIC_URL: url.replace('http:', 'https:') };
    expect(at(url, inProduction)).toMatchObject({ sandbox: false, production: true });
  });

  test.each(elsewhere)('%s is production, unless the sandbox is asked for by name', (url) => {
    for (const env of [{}, { NODE_ENV: 'development' }, { NODE_ENV: 'test' }, { SANDBOX: 'off' }])
      expect(at(url, env)).toMatchObject({ sandbox: false, production: true, apiDocs: false });
    expect(at(url, { SANDBOX: 'on' })).toMatchObject({ sandbox: true, production: false });
  });

  test('an address of the local network needs the name only, and without it what production needs', () => {
    expect(at('http://192.168.0.10:3000', { SANDBOX: 'on', SMS_GATEWAY: '' })).toMatchObject({ sandbox: true });
    expect(problemsOf({ PUBLIC_URL: 'http://192.168.0.10:3000' })).toEqual([
      expect.stringMatching(
        /^PUBLIC_URL .* https origin in production, or set SANDBOX to on to try it at this address$/,
      ),
      expect.stringMatching(/^SMS_GATEWAY is not given/),
    ]);
  });

  test('a package without the sandbox is production, whatever NODE_ENV says', () => {
    const root = temporaryFolder(onTestFinished);
    const packaged = (env: Record<string, string>) => readConfig({ SMS_GATEWAY: 'none', ...env }, root);
    for (const env of [{}, { NODE_ENV: 'development' }, { SANDBOX: 'off' }]) {
      expect(packaged({ PUBLIC_URL: 'https://localhost', ...env })).toMatchObject({ sandbox: false, production: true });
      expect(() => packaged(env)).toThrow(/^PUBLIC_URL .* https origin/);
    }
    expect(() => packaged({ SANDBOX: 'on' })).toThrow(
      'SANDBOX is "on": this package does not contain the sandbox; start it in the repository, by npm start',
    );
  });
});

/** A folder with the sandbox, as the repository is one. */
function repository() {
  const root = temporaryFolder(onTestFinished);
  mkdirSync(join(root, 'sandbox'));
  writeFileSync(join(root, 'sandbox/package.json'), '{}');
  return root;
}

describe('reports an invalid value in one line that says what is expected', () => {
  test.each([
    [{ PORT: 'abc' }, 'PORT is "abc": give a number from 1 to 65535'],
    [{ PORT: '70000' }, 'PORT is "70000": give a number from 1 to 65535'],
    [{ PORT: '-1' }, 'PORT is "-1": give a number from 1 to 65535'],
    [{ HOST: 'a b' }, 'HOST is "a b": give an IP address such as 127.0.0.1 or 0.0.0.0'],
    [{ SANDBOX: 'yes' }, 'SANDBOX is "yes": give one of on, off'],
    [{ NODE_ENV: 'prod' }, 'NODE_ENV is "prod": give one of production, development, test'],
    [
      { PUBLIC_URL: 'sign.example.com' },
      'PUBLIC_URL is "sign.example.com": give an origin such as https://sign.example.com, without a path',
    ],
    [
      { PUBLIC_URL: 'https://x.test/path' },
      'PUBLIC_URL is "https://x.test/path": give an origin such as https://sign.example.com, without a path',
    ],
    [
      { ALLOWED_REDIRECTS: 'https://a.test,*' },
      'ALLOWED_REDIRECTS is "https://a.test,*": name each origin, such as https://app.example.com; there are no wildcards',
    ],
    [
      { ALLOWED_REDIRECTS: 'javascript:alert(1)' },
      'ALLOWED_REDIRECTS is "javascript:alert(1)": give an origin such as https://sign.example.com, without a path',
    ],
    [
      { ALLOWED_REDIRECTS: 'https://a.test,http://app.example.com' },
      'ALLOWED_REDIRECTS is "https://a.test,http://app.example.com": for "http://app.example.com" give https://app.example.com; http is allowed for localhost only',
    ],
    [
      { ALLOWED_REDIRECTS: 'app.example.com/home' },
      'ALLOWED_REDIRECTS is "app.example.com/home": for "app.example.com/home" give https://app.example.com',
    ],
    [
      { ALLOWED_REDIRECTS: 'https://App.example.com:443' },
      'ALLOWED_REDIRECTS is "https://App.example.com:443": for "https://App.example.com:443" give https://app.example.com',
    ],
    [
      { ALLOWED_REDIRECTS: 'https://*.example.com' },
      'ALLOWED_REDIRECTS is "https://*.example.com": name each origin, such as https://app.example.com; there are no wildcards',
    ],
    [{ API_BASE: '/api/' }, 'API_BASE is "/api/": give a path such as /api, without a slash at its end'],
    [
      { WORKSPACE_URL: '//evil.test' },
      'WORKSPACE_URL is "//evil.test": give a path such as /home or a URL that starts with https://',
    ],
    [
      { TRUSTED_PROXIES: '10.0.0.0/33' },
      'TRUSTED_PROXIES is "10.0.0.0/33": give IP addresses such as 10.0.0.0/8 or ::1, with commas between',
    ],
    ...['0.0.0.0/0', '10.1.2.3/0', '128.0.0.0/1', '::/0', '::ffff:0:0/96', '::ffff:0.0.0.0/97', '8000::/1'].map(
      (range): [Record<string, string>, string] => [
        { TRUSTED_PROXIES: `10.0.0.1,${range}` },
        `TRUSTED_PROXIES is "10.0.0.1,${range}": ${range} trusts almost every client, who could then claim any address; give the addresses of your proxies`,
      ],
    ),
    [
      { DATABASE_URL: 'mysql://root:hunter2@db/x' },
      'DATABASE_URL is "…": give a URL that starts with postgres:// or postgresql://',
    ],
    [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN is "…": give at least 16 characters'],
    [{ ENVIRONMENT: 'live' }, 'ENVIRONMENT is "live": give one of prod, sml, test, dev'],
    [{ WRONG_PASSWORDS_ALLOWED: '0' }, 'WRONG_PASSWORDS_ALLOWED is "0": give a number from 1 to 100'],
  ])('%j', (env, line) => {
    expect(problemsOf(env)).toEqual([line]);
  });

  test('reports all problems at once', () => {
    expect(problemsOf({ PORT: 'abc', LOCK_MINUTES: 'long', LOG_LEVEL: 'loud' })).toHaveLength(3);
  });
});

describe('refuses to start in production', () => {
  const valid = { NODE_ENV: 'production', PUBLIC_URL: 'https://sign.example.com', SMS_GATEWAY: 'none' };

  test.each([
    ['with the sandbox', { ...valid, SANDBOX: 'on' }, /^SANDBOX is "on": turn it off/],
    ['with a plain http origin', { ...valid, PUBLIC_URL: 'http://sign.example.com' }, /^PUBLIC_URL .* https origin/],
    ['without a public URL', { ...valid, PUBLIC_URL: '' }, /^PUBLIC_URL .* https origin/],
    [
      'with the default database password',
      { ...valid, DATABASE_URL: 'postgres://foyer:postgres@db/foyer' },
      /^DATABASE_URL has the password/,
    ],
  ])('%s', (_, env, line) => {
    expect(problemsOf(env)).toEqual([expect.stringMatching(line)]);
  });
});

test('allows redirects to every origin that the allowlist passes', () => {
  const origins = ['https://app.example.com', 'https://a.test:8443', 'http://localhost:5173', 'http://[::1]:81'];
  expect(readConfig({ ALLOWED_REDIRECTS: `${origins.join()}/` }).redirectAllowlist.allowed).toEqual(origins);
});

test('trusts proxies in ranges of private networks', () => {
  const ranges = ['10.0.0.0/8', '192.168.0.0/16', 'fc00::/7', '::ffff:10.0.0.0/104', '2400:cb00::/32'];
  expect(readConfig({ TRUSTED_PROXIES: ranges.join() }).trustedProxies).toEqual(ranges);
});

test.each(['http://cdn.test', 'https://cdn.test/banners', 'cdn.test', 'https://*.cdn.test'])(
  'BANNER_ORIGINS is never %s [WG-01]',
  (BANNER_ORIGINS) => {
    expect(() => readConfig({ BANNER_ORIGINS })).toThrow(/^BANNER_ORIGINS is .*: give an https origin/);
  },
);

test('.env.example lists every variable with its description', async () => {
  // Update it with `npx vitest run --project unit server/src/config/config.test.ts -u`.
  await expect(envExample()).toMatchFileSnapshot('../../../.env.example');
});
