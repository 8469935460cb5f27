import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { minutes, seconds } from '@foyer/contract/time';

/** The built service, started as it would be for people, with the sandbox for the outside world. */
export interface Service {
  origin: string;
  dataFolder: string;
  /** What its clock says. */
  now(): number;
  /** Makes time pass for the service, at once. */
  moveClock(ms: number): Promise<void>;
  /** Everything it has printed so far. */
  logs(): string;
  /** Asks it to end, as a supervisor or Ctrl-C does, and waits for a clean end. */
  stop(signal?: 'SIGTERM' | 'SIGINT'): Promise<void>;
  /** Ends it in the middle of whatever it does. */
  kill(): Promise<void>;
}

/** Another site that people may be sent to. */
export const workspace = 'https://workspace.example.com';

const root = fileURLToPath(new URL('../..', import.meta.url));

export async function startService(dataFolder: string, settings: Record<string, string> = {}): Promise<Service> {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const { child, printed, ended } = spawnService({
    PORT: `${port}`,
    DATA_DIR: dataFolder,
    SANDBOX: 'on',
    LOG_LEVEL: 'info',
    ALLOWED_REDIRECTS: workspace,
    // Everyone here comes from one address, for which puzzles would soon take seconds.
    HUMAN_CHECK_COST: '10',
    // Each test is its own proxy, which alone may say from where someone comes.
    COUNTRY_HEADER: 'x-country',
    TRUSTED_PROXIES: '127.0.0.1,::1',
    ...settings,
  });
  await untilReady(child, origin, printed);
  let moved = 0;

  return {
    origin,
    dataFolder,
    now: () => Date.now() + moved,
    async moveClock(move) {
      const response = await fetch(`${origin}/sandbox/clock`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin },
        body: JSON.stringify({ move }),
      });
      if (!response.ok) throw new Error(`The clock did not move: ${response.status} ${await response.text()}`);
      moved += move;
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

/** A start that is expected to fail: how it ended, and what it said. */
export async function failToStart(settings: Record<string, string>) {
  const { printed, ended } = spawnService(settings);
  const code = await ended;
  return { code, said: printed().trim().split('\n') };
}

function spawnService(settings: Record<string, string>) {
  const child = spawn(process.execPath, ['dist/server/main.mjs'], {
    cwd: root,
    // Nothing of the developer's own environment reaches it.
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
  const patience = Date.now() + minutes(2);
  while (child.exitCode === null && Date.now() < patience) {
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
