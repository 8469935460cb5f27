import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { aroundAll, expect, test } from 'vitest';
import { runCommand, startServer } from '../scripts/support/child-processes.mjs';
import { freePort } from '../scripts/support/free-port.mjs';
import { findAll } from '../scripts/support/system-packages.mjs';
import { withTemporaryFolder } from '../scripts/support/temporary-folder.mjs';
import { withTemporaryServers } from '../scripts/support/temporary-servers.mjs';

const run = promisify(execFile);
const { postgres, redis } = await findAll(['postgres', 'redis']);
const publicUrl = 'https://sign.example.com';
const service = [process.execPath, 'dist/server/main.mjs'];
const encryptionKey = () => randomBytes(32).toString('base64');
const firstKey = encryptionKey();

/** Two nodes with one PostgreSQL and one Redis, which both tests use. */
const ports = [await freePort(), await freePort()];
const stops = [];
let folder, server, env, beforeMigrations, migrated;

aroundAll((runTests) =>
  withTemporaryFolder((temporaryFolder) =>
    withTemporaryServers({ postgres, redis }, async ({ TEST_DATABASE_URL, TEST_REDIS_URL }) => {
      folder = temporaryFolder;
      server = TEST_DATABASE_URL;
      env = {
        PATH: process.env.PATH,
        NODE_ENV: 'production',
        PUBLIC_URL: publicUrl,
        SMS_GATEWAY: 'none',
        OIDC: 'on',
        LOG_LEVEL: 'info',
        REDIS_URL: TEST_REDIS_URL,
        DATABASE_URL_FILE: fileOf('database_url'),
        OIDC_ENCRYPTION_SECRETS_FILE: fileOf('encryption'),
        DATABASE_TIMEOUT_MS: '30000',
        DRAIN_SECONDS: '0',
        MIGRATE_AT_START: 'off',
      };
      await psql('create database foyer');
      write('database_url', urlOf('foyer'));
      write('encryption', firstKey);
      beforeMigrations = await runCommand(service, { env: { ...env, PORT: `${ports[0]}` } });
      migrated = await foyer(['migrate']);
      await Promise.all([start(0), start(1)]);
      await runTests();
      for (const stop of stops) await stop();
    }),
  ),
);

test('two nodes start after the migrations, and a backup of their database can be restored, as the manual says', async () => {
  expect(beforeMigrations).toEqual({
    code: 1,
    output: expect.stringMatching(/^The database lacks \d+ migrations, from 0000_first: run npx foyer migrate first/),
  });
  expect(migrated).toMatch(/^Migrated, database \S+:\n/);

  await importPeople('mobile,mobile_verified,name\n13800138001,true,Ann\n13800138002,true,Ben\n', 'people.csv');
  const exported = await foyer(['people', 'export']);
  for (const name of ['Ann', 'Ben']) expect(exported).toContain(name);

  const dump = join(folder, 'foyer.dump');
  await run(join(postgres, 'pg_dump'), ['--format=custom', `--file=${dump}`, urlOf('foyer')]);
  await psql('create database restored');
  const options = ['--no-owner', '--exit-on-error', `--dbname=${urlOf('restored')}`];
  await run(join(postgres, 'pg_restore'), [...options, dump]);
  const fromBackup = { DATABASE_URL_FILE: '', DATABASE_URL: urlOf('restored') };
  expect(await foyer(['people', 'export'], fromBackup)).toBe(exported);
});

test('encryption key, signing key and database user are replaced as the manual says, and no session ends', async () => {
  const mobile = '13800138000';
  const password = createHash('sha256').update('Foyer-2026').digest('hex');
  /** The same with little work, so that the test is fast. */
  const passwordHash =
    'sha256:$argon2id$v=19$m=1024,t=1,p=1$yoF4x3UT0PLQVMvx6e7iew$abIFd2nZ7o8L6kMkY69WLlpAK2heelftpO5ZgbFOsGg';
  const person = { mobile, mobile_verified: true, password_hash: passwordHash };
  const laterKey = encryptionKey();
  const call = browser();
  /** Both nodes know the person. Returns the signing keys that each publishes. */
  const keysOfBoth = () =>
    Promise.all(
      ports.map(async (_, index) => {
        expect(await call(index, '/api/user/accounts/me')).toMatchObject({ code: 0 });
        return (await call(index, '/oidc/jwks')).keys.map(({ kid }) => kid);
      }),
    );
  const restartOneByOne = async () => {
    for (const index of [0, 1]) {
      expect(await stops[index]()).toBe(0);
      await start(index);
      await keysOfBoth();
    }
  };

  await importPeople(JSON.stringify(person), 'people.jsonl');
  const loginParams = { endpoint: 'PC', env: { fingerprint: 'f' } };
  const body = JSON.stringify({ principal: mobile, credentials: password, loginParams });
  expect(await call(0, '/api/login/commit/user', { method: 'POST', body })).toMatchObject({ code: 0 });
  const { data } = await call(0, '/api/v1/accounts/agreement');
  const agreement = JSON.stringify({ version: data.version });
  await call(1, '/api/v1/accounts/agreement', { method: 'PUT', body: agreement });
  const [before] = await keysOfBoth();

  for (const keys of [
    [firstKey, laterKey],
    [laterKey, firstKey],
  ]) {
    write('encryption', keys.join());
    await restartOneByOne();
  }
  await foyer(['keys', 'rotate']);
  await psql('create role other superuser login');
  const other = new URL(urlOf('foyer'));
  other.username = 'other';
  write('database_url', other.href);
  write('encryption', laterKey);
  await restartOneByOne();
  for (const after of await keysOfBoth()) {
    expect(after).toEqual(expect.arrayContaining(before));
    expect(after).toHaveLength(before.length + 1);
  }
});

const fileOf = (name) => join(folder, name);
const write = (name, text) => writeFileSync(fileOf(name), `${text}\n`);
const urlOf = (database) => server.replace(/[^/]*$/, database);
const psql = (statement) => run(join(postgres, 'psql'), ['--dbname', server, '--command', statement]);

async function foyer(args, settings = {}) {
  const { stdout } = await run(process.execPath, ['dist/server/foyer.mjs', ...args], { env: { ...env, ...settings } });
  return stdout;
}

async function importPeople(text, name) {
  writeFileSync(fileOf(name), text);
  await foyer(['people', 'import', fileOf(name)]);
}

async function start(index) {
  stops[index] = await startServer(service, { env: { ...env, PORT: `${ports[index]}` }, ready: /"event":"open"/ });
}

/** Calls the nodes as one browser. */
function browser() {
  const cookies = new Map();
  return async (index, path, options = {}) => {
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
    const headers = { 'content-type': 'application/json', origin: publicUrl, cookie };
    const response = await fetch(`http://127.0.0.1:${ports[index]}${path}`, { ...options, headers });
    for (const line of response.headers.getSetCookie()) {
      const [name, value] = line.split(';')[0].split('=');
      cookies.set(name, value);
    }
    return response.json();
  };
}
