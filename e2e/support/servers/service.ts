import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { days, minutes, seconds } from '@foyer/contract/time';

/** The built service, running with the sandbox in place of the outside world. */
export interface Service {
  origin: string;
  /** The time on its clock, which is a little behind this machine's. */
  now(): Promise<number>;
  moveClock(ms: number): Promise<void>;
  /** Brings the people of the sandbox back to their first state, as "Reset demo" does. The clock stays. */
  resetDemo(): Promise<void>;
  /** Its output so far. */
  logs(): string;
  /** Sends a signal, as a supervisor or Ctrl-C does, and waits for a clean exit. */
  stop(signal?: 'SIGTERM' | 'SIGINT' | 'SIGHUP'): Promise<void>;
  /** Kills it without a warning. */
  kill(): Promise<void>;
}

/** Another site on the redirect allowlist. */
export const workspace = 'https://workspace.example.com';

/** The sandbox moves its clock by a year at most. */
const longestMove = days(365);
const serviceScript = 'dist/server/main.mjs';
const root = fileURLToPath(new URL('../../..', import.meta.url));

interface StartOptions {
  /** The script that starts the service. */
  script?: string;
  /** Where it can be reached, if not by its own port. */
  reachedAt?: string;
}

/**
 * Starts the service on a free port, and on another one if a process has taken it meanwhile. One of the settings names
 * its database.
 */
export async function startService(settings: Record<string, string>, options: StartOptions = {}): Promise<Service> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await startServiceAt(await freePort(), settings, options);
    } catch (error) {
      if (attempt === 5 || !/Port \d+ is taken/.test(String(error))) throw error;
    }
  }
}

async function startServiceAt(
  port: number,
  settings: Record<string, string>,
  { script = serviceScript, reachedAt }: StartOptions,
): Promise<Service> {
  const origin = reachedAt ?? `http://localhost:${port}`;
  const { child, printed, ended } = spawnService(script, {
    PORT: `${port}`,
    SANDBOX: 'on',
    LOG_LEVEL: 'info',
    ALLOWED_REDIRECTS: workspace,
    // All tests come from one IP address, for which the puzzles would soon take seconds.
    HUMAN_CHECK_COST: '10',
    // On a busy machine the sandbox responds late.
    SCAN_TIMEOUT_MS: '10000',
    MESSAGE_TIMEOUT_MS: '10000',
    // A test acts as the trusted proxy that sets the country of a client.
    COUNTRY_HEADER: 'x-country',
    TRUSTED_PROXIES: '127.0.0.1,::1',
    ...settings,
  });
  await untilReady(child, origin, printed);
  let moved = 0;

  async function postToSandbox(path: string, body: object) {
    const response = await fetch(`${origin}/sandbox/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`The sandbox answered ${path} with ${response.status}: ${await response.text()}`);
  }

  return {
    origin,
    async now() {
      const response = await fetch(`${origin}/sandbox/clock`);
      return Date.parse(((await response.json()) as { now: string }).now);
    },
    async moveClock(move) {
      await postToSandbox('clock', { move });
      moved += move;
    },
    async resetDemo() {
      await postToSandbox('reset', {});
      // Stored times must not lie in the future.
      for (let left = moved; left > 0; left -= longestMove)
        await postToSandbox('clock', { move: Math.min(left, longestMove) });
    },
    logs: printed,
    async stop(signal = 'SIGTERM') {
      child.kill(signal);
      const code = await ended;
      if (code !== 0) throw new Error(`The service ended with ${code}:\n${printed()}`);
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Starts the service with settings that make it fail; returns its exit code and its output. */
export async function failToStart(settings: Record<string, string>) {
  const { printed, ended } = spawnService(serviceScript, settings);
  const code = await ended;
  return { code, lines: printed().trim().split('\n') };
}

/** Runs a command of `npx foyer` on the database that the settings name. */
export const runCommand = (settings: Record<string, string>, ...args: string[]) =>
  promisify(execFile)(process.execPath, ['scripts/foyer.mjs', ...args], {
    cwd: root,
    env: { PATH: process.env.PATH, ...settings },
  });

function spawnService(script: string, settings: Record<string, string>) {
  const child = spawn(process.execPath, [script], {
    cwd: root,
    // The developer's environment variables do not reach the service.
    env: { PATH: process.env.PATH, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const kill = () => child.kill('SIGKILL');
  process.on('exit', kill);

  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (printed += text));
  }
  const ended = once(child, 'close').then(([code]) => {
    process.off('exit', kill);
    return code as number | null;
  });
  return { child, printed: () => printed, ended };
}

async function untilReady(child: ChildProcess, origin: string, printed: () => string) {
  const deadline = Date.now() + minutes(10);
  while (child.exitCode === null && Date.now() < deadline) {
    const response = await fetch(`${origin}/readyz`).catch(() => undefined);
    if (response?.ok) return;
    await pause(seconds(0.05));
  }
  child.kill('SIGKILL');
  throw new Error(`The service did not become ready:\n${printed()}`);
}

export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No free port');
  return address.port;
}
