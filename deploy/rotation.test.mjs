import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { startServer } from '../scripts/support/child-processes.mjs';
import { freePort } from '../scripts/support/free-port.mjs';
import { findAll } from '../scripts/support/system-packages.mjs';
import { withTemporaryFolder } from '../scripts/support/temporary-folder.mjs';
import { withTemporaryServers } from '../scripts/support/temporary-servers.mjs';

const run = promisify(execFile);
const { postgres, redis } = await findAll(['postgres', 'redis']);
const publicUrl = 'https://sign.example.com';
const mobile = '13800138000';
const password = createHash('sha256').update('Foyer-2026').digest('hex');
/** The same with little work, so that the test is fast. */
const passwordHash =
  'sha256:$argon2id$v=19$m=1024,t=1,p=1$yoF4x3UT0PLQVMvx6e7iew$abIFd2nZ7o8L6kMkY69WLlpAK2heelftpO5ZgbFOsGg';

test('encryption key, signing key and database user are replaced as the manual says, and no session ends', () =>
  withTemporaryFolder((folder) =>
    withTemporaryServers({ postgres, redis }, async ({ TEST_DATABASE_URL: server, TEST_REDIS_URL: cache }) => {
      const secretOf = (name) => join(folder, name);
      const write = (name, value) => writeFileSync(secretOf(name), `${value}\n`);
      const [earlier, later] = [0, 1].map(() => randomBytes(32).toString('base64'));
      write('database_url', server);
      write('encryption', earlier);
      const env = {
        PATH: process.env.PATH,
        NODE_ENV: 'production',
        PUBLIC_URL: publicUrl,
        SMS_GATEWAY: 'none',
        OIDC: 'on',
        REDIS_URL: cache,
        DATABASE_URL_FILE: secretOf('database_url'),
        OIDC_ENCRYPTION_SECRETS_FILE: secretOf('encryption'),
        DATABASE_TIMEOUT_MS: '30000',
        DRAIN_SECONDS: '0',
      };
      const foyer = (...args) => run(process.execPath, ['dist/server/foyer.mjs', ...args], { env });
      const ports = [await freePort(), await freePort()];
      const stops = [];
      const start = async (index) => {
        const command = [process.execPath, 'dist/server/main.mjs'];
        const settings = { ...env, PORT: `${ports[index]}`, LOG_LEVEL: 'info' };
        stops[index] = await startServer(command, { env: settings, ready: /"event":"open"/ });
      };
      const cookies = new Map();
      /** Calls a node as one browser. */
      const call = async (index, path, options = {}) => {
        const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
        const headers = { 'content-type': 'application/json', origin: publicUrl, cookie };
        const response = await fetch(`http://127.0.0.1:${ports[index]}${path}`, { ...options, headers });
        for (const line of response.headers.getSetCookie()) {
          const [name, value] = line.split(';')[0].split('=');
          cookies.set(name, value);
        }
        return response.json();
      };
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
          await stops[index]();
          await start(index);
          await keysOfBoth();
        }
      };

      const people = join(folder, 'people.jsonl');
      writeFileSync(people, JSON.stringify({ mobile, mobile_verified: true, password_hash: passwordHash }));
      await start(0);
      await start(1);
      await foyer('people', 'import', people);
      const loginParams = { endpoint: 'PC', env: { fingerprint: 'f' } };
      const body = JSON.stringify({ principal: mobile, credentials: password, loginParams });
      expect(await call(0, '/api/login/commit/user', { method: 'POST', body })).toMatchObject({ code: 0 });
      const { data } = await call(0, '/api/v1/accounts/agreement');
      const agreement = JSON.stringify({ version: data.version });
      await call(1, '/api/v1/accounts/agreement', { method: 'PUT', body: agreement });
      const [before] = await keysOfBoth();

      for (const keys of [
        [earlier, later],
        [later, earlier],
      ]) {
        write('encryption', keys.join());
        await restartOneByOne();
      }
      await foyer('keys', 'rotate');
      await run(join(postgres, 'psql'), ['--dbname', server, '--command', 'create role other superuser login']);
      const other = new URL(server);
      other.username = 'other';
      write('database_url', other.href);
      write('encryption', later);
      await restartOneByOne();
      for (const after of await keysOfBoth()) {
        expect(after).toEqual(expect.arrayContaining(before));
        expect(after).toHaveLength(before.length + 1);
      }
      for (const stop of stops) await stop();
    }),
  ));
