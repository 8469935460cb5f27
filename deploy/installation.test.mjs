import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { freePort } from '../scripts/support/free-port.mjs';
import { findAll } from '../scripts/support/system-packages.mjs';
import { withTemporaryFolder } from '../scripts/support/temporary-folder.mjs';
import { withTemporaryServers } from '../scripts/support/temporary-servers.mjs';

const run = promisify(execFile);
const { postgres, redis } = await findAll(['postgres', 'redis']);

test('two nodes start after the migrations, and a backup of their database can be restored, as the manual says', () =>
  withTemporaryFolder((folder) =>
    withTemporaryServers({ postgres, redis }, async ({ TEST_DATABASE_URL: server, TEST_REDIS_URL: cache }) => {
      const urlOf = (name) => server.replace(/[^/]*$/, name);
      const psql = (statement) => run(join(postgres, 'psql'), ['--dbname', server, '--command', statement]);
      await psql('create database foyer');
      const secret = join(folder, 'database_url');
      writeFileSync(secret, `${urlOf('foyer')}\n`);
      const env = {
        PATH: process.env.PATH,
        NODE_ENV: 'production',
        PUBLIC_URL: 'https://sign.example.com',
        SMS_GATEWAY: 'none',
        REDIS_URL: cache,
        DATABASE_URL_FILE: secret,
        DATABASE_TIMEOUT_MS: '30000',
        DRAIN_SECONDS: '0',
        MIGRATE_AT_START: 'off',
      };
      const foyer = (args, settings = {}) =>
        run(process.execPath, ['dist/server/foyer.mjs', ...args], { env: { ...env, ...settings } });

      const early = await ended(start({ ...env, PORT: `${await freePort()}` }));
      expect(early.code).toBe(1);
      expect(early.output).toMatch(/^The database lacks \d+ migrations, from 0000_first: run npx foyer migrate first/);
      expect((await foyer(['migrate'])).stdout).toMatch(/^Migrated, database \S+:\n/);

      const nodes = [];
      try {
        for (let i = 0; i < 2; i += 1) {
          const port = await freePort();
          nodes.push({ port, ...start({ ...env, PORT: `${port}` }) });
        }
        await Promise.all(nodes.map(untilReady));

        const people = join(folder, 'people.csv');
        writeFileSync(people, 'mobile,mobile_verified,name\n13800138000,true,Ann\n13800138001,true,Ben\n');
        await foyer(['people', 'import', people]);
        const exported = (await foyer(['people', 'export'])).stdout;
        expect(exported.trim().split('\n')).toHaveLength(2);

        const dump = join(folder, 'foyer.dump');
        await run(join(postgres, 'pg_dump'), ['--format=custom', `--file=${dump}`, urlOf('foyer')]);
        await psql('create database restored');
        const options = ['--no-owner', '--exit-on-error', `--dbname=${urlOf('restored')}`];
        await run(join(postgres, 'pg_restore'), [...options, dump]);
        const fromBackup = { DATABASE_URL_FILE: '', DATABASE_URL: urlOf('restored') };
        expect((await foyer(['people', 'export'], fromBackup)).stdout).toBe(exported);
      } finally {
        for (const { child } of nodes) child.kill('SIGTERM');
      }
      expect(await Promise.all(nodes.map(async (node) => (await ended(node)).code))).toEqual([0, 0]);
    }),
  ));

function start(env) {
  const child = spawn(process.execPath, ['dist/server/main.mjs'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const closed = once(child, 'close');
  const kill = () => child.kill('SIGKILL');
  process.on('exit', kill);
  child.on('close', () => process.off('exit', kill));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  return { child, closed, output: () => output };
}

async function ended({ closed, output }) {
  const [code] = await closed;
  return { code, output: output() };
}

async function untilReady({ port, child, output }) {
  while (!(await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined))?.ok) {
    if (child.exitCode !== null) throw new Error(`The service ended:\n${output()}`);
    await pause(100);
  }
}
