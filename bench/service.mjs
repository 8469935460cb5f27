import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '../scripts/support/free-port.mjs';
import { adviceFor, findOrInstall } from '../scripts/support/system-packages.mjs';
import { withTemporaryServers } from '../scripts/support/temporary-servers.mjs';

/** With BENCH_PROFILE, each service writes a `.cpuprofile` for Chrome's DevTools to that folder. */
const { BENCH_PROFILE: profileFolder } = process.env;
const profiling = profileFolder ? ['--cpu-prof', `--cpu-prof-dir=${profileFolder}`] : [];
/** As the service is started in production; the bare route of a comparison gets the same. */
export const nodeOptions = ['--max-semi-space-size=64'];

/** Runs the built service for the duration of `measure`, without the rate limit that would stop a benchmark. */
export async function withService(measure, settings = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-bench-'));
  const port = await freePort();
  const child = spawn(process.execPath, [...nodeOptions, ...profiling, 'dist/server/main.mjs'], {
    env: {
      PATH: process.env.PATH,
      PORT: `${port}`,
      DATA_DIR: folder,
      CALLS_PER_MINUTE: '1000000',
      LOG_LEVEL: 'warn',
      ...settings,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const origin = `http://localhost:${port}`;
  // An error that ends this process must not leave the service running.
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  try {
    await waitUntilReady(origin, child);
    return await measure(origin);
  } finally {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
    process.off('exit', kill);
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Starts PostgreSQL and Redis for `measure`, which gets the settings to use them, and a function that runs SQL. Says so if
 * they cannot be found.
 */
export async function withPostgresAndRedis(name, measure, postgresOptions) {
  const needed = ['postgres', 'redis'];
  const found = await findOrInstall(needed);
  const missing = needed.filter((program) => !found[program]);
  if (missing.length) {
    console.log(`${name}: not measured. ${missing.map(adviceFor).join(' ')}`);
    return [];
  }
  const measureOn = ({ TEST_DATABASE_URL, TEST_REDIS_URL }) =>
    measure(
      {
        DATABASE_URL: TEST_DATABASE_URL,
        REDIS_URL: TEST_REDIS_URL,
        TRUSTED_PROXIES: '127.0.0.1,::1,::ffff:127.0.0.1',
      },
      (statements) =>
        promisify(execFile)(join(found.postgres, 'psql'), [
          TEST_DATABASE_URL,
          '-qv',
          'ON_ERROR_STOP=1',
          '-c',
          statements,
        ]),
    );
  return withTemporaryServers(found, measureOn, postgresOptions);
}

async function waitUntilReady(origin, child) {
  for (let attempt = 0; attempt < 600 && child.exitCode === null; attempt++) {
    const response = await fetch(`${origin}/readyz`).catch(() => undefined);
    if (response?.ok) return;
    await pause(100);
  }
  throw new Error('The service did not become ready');
}
