import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../scripts/free-port.mjs';

/** A folder for what each service did with its time: one `.cpuprofile` each, for Chrome's DevTools. */
const { BENCH_PROFILE: profiles } = process.env;
const profiling = profiles ? ['--cpu-prof', `--cpu-prof-dir=${profiles}`] : [];

/** Runs the built service as people would, without the limits that would stop a benchmark, and ends it afterwards. */
export async function withService(measure, settings = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-bench-'));
  const port = await freePort();
  const child = spawn(process.execPath, [...profiling, 'dist/server/main.mjs'], {
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
  try {
    await untilReady(origin, child);
    return await measure(origin);
  } finally {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
    await rm(folder, { recursive: true, force: true });
  }
}

async function untilReady(origin, child) {
  for (let tries = 0; tries < 600 && child.exitCode === null; tries++) {
    const answer = await fetch(`${origin}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    await pause(100);
  }
  throw new Error('The service did not become ready');
}
