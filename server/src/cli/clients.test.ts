import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { testDatabaseForFile } from '../../test/support/test-app.ts';
import { testCli } from '../../test/support/test-cli.ts';
import { sha256 } from '../platform/sha256.ts';
import { withStores } from './command.ts';

const { env, openDatabase } = await testDatabaseForFile();
const folder = temporaryFolder(afterAll);
const settings = {
  ...env,
  PUBLIC_URL: 'https://login.example.com',
  SMS_GATEWAY: 'none',
  OIDC_ENCRYPTION_SECRETS: Buffer.alloc(32).toString('base64'),
};
const cliWith = (oidc: 'on' | 'off') => testCli({ env: { ...settings, OIDC: oidc }, openDatabase });
const cli = cliWith('on');
const clients = (...args: string[]) => cli('clients', ...args);
const callback = 'https://app.example.com/callback';
const add = (id: string, ...more: string[]) => clients('add', id, '--redirect-uri', callback, ...more);
/** What is stored of the secret of an application. */
const secretHash = (id: string) =>
  withStores(
    { env: settings, open: openDatabase },
    async ({ oidcClients }) => (await oidcClients.find(id))!.secretHash,
  );
const secretIn = (text: string) => /Client secret {3}([\w-]{43})$/m.exec(text)?.[1];

test('foyer clients adds, shows, lists and removes applications; a secret is printed once', async () => {
  const added = await add(
    'contracts',
    '--name',
    '合同',
    '--name-en',
    'Contracts',
    '--login-uri',
    'https://app.example.com/login',
    '--first-party',
    '--backchannel-logout-uri',
    'http://localhost:4000/out',
  );
  expect(added).toMatchObject({ code: 0, stderr: '' });
  const secret = secretIn(added.stdout);
  expect(secret).toBeDefined();
  expect(added.stdout).toContain('Issuer          https://login.example.com\nClient id       contracts');
  const shown = await clients('show', 'contracts');
  expect(shown.stdout).toContain('Name            合同, Contracts\n');
  expect(shown.stdout).toContain('Sign-in starts  https://app.example.com/login');
  expect(shown.stdout).toContain(`Redirect URI    ${callback}`);
  expect(shown.stdout).toContain('Kind            confidential, first party');
  expect(shown.stdout).not.toContain(secret);
  expect((await clients('list')).stdout).toMatch(/^contracts\s+confidential {2}first party {2}https:\/\/app/m);
  expect(await clients('remove', 'contracts')).toMatchObject({ code: 0 });
  const missing = { code: 1, stdout: '', stderr: 'contracts: there is no such application' };
  expect(await clients('show', 'contracts')).toEqual(missing);
});

test('an application that exists is not added again', async () => {
  await add('twice', '--first-party');
  const message = 'twice exists: change it by clients change twice';
  expect(await add('twice', '--redirect-uri', 'http://localhost:5173/')).toEqual({
    code: 1,
    stdout: '',
    stderr: message,
  });
});

test('an application has not the id of a person, whose tokens would look like its own', async () => {
  await cli('people', 'add', '--email', 'nightly@example.com', '--sub', 'nightly');
  expect(await add('nightly')).toEqual({
    code: 1,
    stdout: '',
    stderr: 'nightly is the id of a person: tokens could not tell them apart',
  });
});

test('a change says what was changed, and keeps the secret and everything that it does not name', async () => {
  const login = 'https://app.example.com/login';
  const secret = secretIn((await add('archive', '--first-party', '--name-zh', '档案', '--login-uri', login)).stdout);
  const before = JSON.parse((await clients('show', 'archive', '--json')).stdout);
  const { stdout } = await clients('change', 'archive', '--redirect-uri', 'http://localhost:5173/', '--no-login-uri');
  expect(stdout.split('\n')).toEqual([
    'Changed archive.',
    `- Redirect URI    ${callback}`,
    `- Sign-in starts  ${login}`,
    '+ Redirect URI    http://localhost:5173/',
  ]);
  const changed = { redirectUris: ['http://localhost:5173/'], loginUri: null };
  expect(JSON.parse((await clients('show', 'archive', '--json')).stdout)).toEqual({ ...before, ...changed });
  expect(await secretHash('archive')).toBe(sha256(secret!));
  expect((await clients('change', 'archive')).stdout).toBe('archive is as it was.');
});

test('what a library lacks is set, kept by a change that does not name it, and taken back', async () => {
  const chosen = ['--pkce', 'optional', '--claims-in-id-token', '--refresh-grace', '30'];
  const lines = [
    'PKCE            optional with a nonce',
    'ID token        holds the claims of every scope',
    'Refresh tokens  can be used again for 30 s',
  ];
  await add('older', ...chosen);
  await clients('change', 'older', '--name', 'Older');
  expect((await clients('show', 'older')).stdout.split('\n')).toEqual(expect.arrayContaining(lines));
  const back = ['--pkce', 'required', '--no-claims-in-id-token', '--refresh-grace', '0'];
  expect((await clients('change', 'older', ...back)).stdout.split('\n')).toEqual([
    'Changed older.',
    ...lines.map((line) => `- ${line}`),
    '+ Refresh tokens  can be used again for 0 s',
  ]);
});

test('an application that becomes public loses its secret, and gets another one when it is not public any more', async () => {
  await add('turned');
  expect(secretIn((await clients('change', 'turned', '--public')).stdout)).toBeUndefined();
  expect(await secretHash('turned')).toBeNull();
  const secret = secretIn((await clients('change', 'turned', '--secret')).stdout);
  expect(await secretHash('turned')).toBe(sha256(secret!));
});

test('a secret is rotated, and the old one may overlap', async () => {
  const first = secretIn((await add('rotated')).stdout);
  const { stdout } = await clients('rotate-secret', 'rotated');
  expect(secretIn(stdout)).not.toBe(first);
  expect(stdout).toContain('The old secret is not valid any more.');
  expect((await clients('rotate-secret', 'rotated', '--overlap', '24')).stdout).toMatch(/stays valid until \d{4}-/);
  expect(await clients('rotate-secret', 'rotated', '--overlap', 'soon')).toMatchObject({ code: 2 });
});

test('a public application, and one that signs, have no secret', async () => {
  expect(secretIn((await add('spa', '--public')).stdout)).toBeUndefined();
  expect((await clients('rotate-secret', 'spa')).stderr).toBe('spa: it has no secret, because it is public');
  const jwks = join(folder, 'jwks.json');
  writeFileSync(jwks, '{"keys":[{"kty":"EC","crv":"P-256","x":"x","y":"y"}]}');
  const added = await add('signing', '--jwks', jwks, '--require-signed-requests', '--require-par', '--json');
  expect(JSON.parse(added.stdout)).toMatchObject({
    id: 'signing',
    issuer: 'https://login.example.com',
    authentication: 'privateKey',
    requirePushedRequests: true,
    requireSignedRequests: true,
  });
  expect((await clients('rotate-secret', 'signing')).stderr).toMatch(/signs with its own key$/);
});

test.each<[string, string[], number, RegExp]>([
  ['no redirect URI', ['add', 'x'], 1, /--redirect-uri/],
  ['http', ['add', 'x', '--redirect-uri', 'http://app.example.com/'], 1, /give https:\/\/app\.example\.com\//],
  ['a wildcard', ['add', 'x', '--redirect-uri', 'https://*.example.com/'], 1, /no wildcards/],
  ['a wrong id', ['add', 'X', '--redirect-uri', callback], 1, /lower-case letters/],
  [
    'two kinds',
    ['add', 'x', '--redirect-uri', callback, '--public', '--jwks', 'a'],
    1,
    /either --public, --jwks or --secret/,
  ],
  [
    'signed requests without keys',
    ['add', 'x', '--redirect-uri', callback, '--require-signed-requests'],
    1,
    /needs --jwks/,
  ],
  ['PKCE', ['add', 'x', '--redirect-uri', callback, '--public', '--pkce', 'optional'], 1, /not for --public/],
  ['a long grace', ['add', 'x', '--redirect-uri', callback, '--refresh-grace', '61'], 2, /from 0 to 60/],
  ['an unknown id', ['change', 'gone', '--public'], 1, /no such application/],
  ['a missing file', ['add', 'x', '--redirect-uri', callback, '--jwks', 'nowhere'], 1, /nowhere cannot be read/],
  [
    'a wrong URL after sign-out',
    ['add', 'x', '--redirect-uri', callback, '--post-logout-redirect-uri', '/'],
    1,
    /complete URI/,
  ],
  [
    'a wrong URL to start at',
    ['add', 'x', '--redirect-uri', callback, '--login-uri', 'http://app.example.com/'],
    1,
    /give https/,
  ],
  [
    'a wrong logout URL',
    ['add', 'x', '--redirect-uri', callback, '--backchannel-logout-uri', 'http://a.example/'],
    1,
    /give https/,
  ],
])('foyer clients refuses %s, with what would be right', async (_, args, code, reason) => {
  const refused = await clients(...args);
  expect([refused.code, refused.stdout]).toEqual([code, '']);
  expect(refused.stderr).toMatch(reason);
});

test('foyer clients says that OpenID Connect is off', async () => {
  const { stdout } = await cliWith('off')('clients', 'add', 'early', '--redirect-uri', callback);
  expect(stdout).toContain('OpenID Connect is off: start the service with OIDC=on.');
});
