import { expect, test } from 'vitest';
import { testDatabaseForFile } from '../../test/support/test-app.ts';
import { testCli } from '../../test/support/test-cli.ts';

const { env, openDatabase } = await testDatabaseForFile();
const cli = testCli({
  env: {
    ...env,
    PUBLIC_URL: 'https://login.example.com',
    SMS_GATEWAY: 'none',
    OIDC: 'on',
    OIDC_ENCRYPTION_SECRETS: Buffer.alloc(32).toString('base64'),
  },
  openDatabase,
});
const api = 'https://api.example.com';
const problemOf = async (...args: string[]) => {
  const { code, stderr } = await cli(...args);
  expect(code).toBe(1);
  return stderr;
};

test('foyer apis adds, changes, lists and removes APIs, and clients are given their scopes', async () => {
  expect(await cli('apis', 'put', api, '--name', 'Contracts', '--scope', 'read')).toMatchObject({ code: 0 });
  await cli('apis', 'put', api, '--scope', 'read', '--scope', 'write');
  expect((await cli('apis', 'list')).stdout).toBe(`${api}  Contracts  read write`);

  expect(await cli('clients', 'add', 'nightly', '--machine', '--api', `${api} read`)).toMatchObject({ code: 0 });
  const shown = await cli('clients', 'show', 'nightly');
  expect(shown.stdout).toContain('Machine         gets tokens in its own name');
  expect(shown.stdout).toContain(`API             ${api} read\n`);
  expect(await problemOf('apis', 'remove', api)).toContain('nightly may call it');

  await cli('clients', 'add', 'shop', '--redirect-uri', 'https://shop.example.com/callback');
  const changed = await cli('clients', 'change', 'nightly', '--api', `${api} read write`, '--introspect', 'shop');
  expect(changed.stdout).toContain(`- API             ${api} read\n`);
  expect(changed.stdout).toContain('+ Asks about      the access tokens of shop');
  await cli('clients', 'remove', 'nightly');
  expect(await cli('apis', 'remove', api)).toMatchObject({ code: 0, stdout: `Removed ${api}.` });
});

test('an API that only asks about tokens needs nothing else', async () => {
  await cli('clients', 'add', 'site', '--redirect-uri', 'https://app.example.com/callback');
  expect(await cli('clients', 'add', 'api', '--introspect', 'site')).toMatchObject({ code: 0 });
  expect(await problemOf('clients', 'change', 'api', '--no-introspect')).toContain('--redirect-uri');
  // What it could ask about before can go.
  await cli('clients', 'remove', 'site');
  expect(await cli('clients', 'change', 'api', '--name', 'API')).toMatchObject({ code: 0 });
});

test('what cannot work is refused, with what to do instead', async () => {
  const redirect = ['--redirect-uri', 'https://app.example.com/callback'];
  await cli('apis', 'put', api, '--scope', 'read');
  const add = (...args: string[]) => problemOf('clients', 'add', 'app', ...args);
  expect(await problemOf('apis', 'put', 'contracts', '--scope', 'read')).toContain('give a URI');
  expect(await problemOf('apis', 'put', 'https://other.example.com')).toContain('--scope');
  expect(await problemOf('apis', 'put', api, '--scope', 'openid')).toContain('a scope of your own');
  expect(await add('--machine')).toContain('--api');
  expect(await add('--machine', '--public', '--api', `${api} read`)).toContain('--public');
  expect(await add('--api', `${api} read`, ...redirect)).toContain('--first-party');
  expect(await add('--first-party', '--api', api, ...redirect)).toContain('name its scopes');
  expect(await add('--first-party', '--api', `${api} erase`, ...redirect)).toContain('has no scope erase: it has read');
  expect(await add('--first-party', '--api', 'https://x.example read', ...redirect)).toContain('there is no such API');
  expect(await add('--public', '--introspect', 'web', ...redirect)).toContain('--introspect');
  expect(await add('--introspect', 'web')).toContain('web: there is no such application');
});
