import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { runCommand } from '../../scripts/support/child-processes.mjs';
import { freePort } from '../../scripts/support/free-port.mjs';
import { root } from '../../scripts/support/root.mjs';
import { adviceFor, findOrInstall } from '../../scripts/support/system-packages.mjs';
import { withTemporaryServers } from '../../scripts/support/temporary-servers.mjs';
import { openSql } from './sql.ts';

/** Limits would stop the races and the fuzzed requests long before they reach what they attack. */
export const withoutLimits = {
  CALLS_PER_MINUTE: '1000000',
  SCAN_POLLS_PER_MINUTE: '1000000',
  CODES_PER_HOUR: '1000',
  CODES_PER_DAY: '1000',
  CODES_PER_ADDRESS: '10000',
  CODES_PER_NETWORK: '10000',
  CODES_PER_BROWSER: '10000',
  CODES_PER_MINUTE: '10000',
  WRONG_CODES_PER_HOUR: '1000',
  ALLOWED_REDIRECTS: 'https://app.foyer.test,https://partner.test:8443,http://localhost:5173',
};

export interface Installation {
  /** of the nodes */
  origins: readonly string[];
  publicUrl: string;
  sql: (statement: string) => Promise<string[]>;
  redisUrl: string;
  /** of the nodes, complete after `work` */
  logFiles: readonly string[];
  /** how many nodes have ended by themselves */
  ended: () => number;
  /** starts another node with these settings; undefined if it ends */
  startNode: (settings: Record<string, string>) => Promise<{ origin: string; stop(): Promise<void> } | undefined>;
  /** runs a command with these settings */
  foyer: (args: readonly string[], settings: Record<string, string>) => Promise<{ code: number; output: string }>;
}

/**
 * Runs built nodes on PostgreSQL and Redis for the duration of `work`. Each has the sandbox, and all have the public URL of
 * the first, whose sandbox receives the messages.
 */
export async function withInstallation<Result>(
  { name, nodeCount = 2, settings = {} }: { name: string; nodeCount?: number; settings?: Record<string, string> },
  work: (installation: Installation) => Promise<Result>,
): Promise<Result> {
  const needed = ['postgres', 'redis'] as const;
  const { postgres, redis } = await findOrInstall([...needed]);
  const found = { postgres: postgres ?? '', redis: redis ?? '' };
  const missing = needed.filter((program) => !found[program]);
  if (missing.length) throw new Error(missing.map(adviceFor).join(' '));
  const folder = join(root, 'runs/logs/attack');
  await mkdir(folder, { recursive: true });

  return withTemporaryServers(found, async ({ TEST_DATABASE_URL, TEST_REDIS_URL: redisUrl }) => {
    const ports = await Promise.all(Array.from({ length: nodeCount }, freePort));
    const origins = ports.map((port) => `http://localhost:${port}`);
    const publicUrl = origins[0]!;
    const common = {
      PATH: process.env.PATH,
      PUBLIC_URL: publicUrl,
      DATABASE_URL: TEST_DATABASE_URL,
      REDIS_URL: redisUrl,
      TRUSTED_PROXIES: '127.0.0.1,::1,::ffff:127.0.0.1',
      // A busy machine is no fault of the service.
      DATABASE_TIMEOUT_MS: '60000',
      REDIS_TIMEOUT_MS: '60000',
      MESSAGE_TIMEOUT_MS: '60000',
      SCAN_TIMEOUT_MS: '60000',
      HUMAN_CHECK_COST: '1',
      ...settings,
    };
    const nodes: Awaited<ReturnType<typeof startNode>>[] = [];
    async function startOther(more: Record<string, string>) {
      const port = await freePort();
      const logFile = join(folder, `${name}-other-node.log`);
      const node = await startNode({ ...common, ...more, PORT: `${port}` }, logFile).catch(() => undefined);
      return node && { origin: `http://localhost:${port}`, stop: () => stopNode(node) };
    }
    try {
      // One after the other: the first one runs the migrations and seeds the people.
      for (const [n, port] of ports.entries())
        nodes.push(await startNode({ ...common, PORT: `${port}` }, join(folder, `${name}-node-${n + 1}.log`)));
      const sql = openSql(found.postgres, TEST_DATABASE_URL);
      try {
        const logFiles = nodes.map(({ logFile }) => logFile);
        const ended = () => nodes.filter(({ child }) => child.exitCode !== null).length;
        const foyer: Installation['foyer'] = (args, more) =>
          runCommand([process.execPath, 'dist/server/foyer.mjs', ...args], { env: { ...common, ...more } });
        return await work({
          origins,
          publicUrl,
          redisUrl,
          logFiles,
          ended,
          sql: sql.run,
          foyer,
          startNode: startOther,
        });
      } finally {
        sql.close();
      }
    } finally {
      await Promise.all(nodes.map(stopNode));
    }
  });
}

async function startNode(env: NodeJS.ProcessEnv, logFile: string) {
  const log = createWriteStream(logFile);
  const child = spawn(process.execPath, ['dist/server/main.mjs'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const kill = () => child.kill('SIGKILL');
  process.on('exit', kill);
  child.on('close', () => process.off('exit', kill));
  for (const stream of [child.stdout, child.stderr]) stream.pipe(log, { end: false });
  while (!(await fetch(`http://localhost:${env.PORT}/readyz`).catch(() => undefined))?.ok) {
    if (child.exitCode !== null) throw new Error(`The service ended; see ${logFile}`);
    await pause(100);
  }
  return { child, logFile };
}

async function stopNode({ child }: Awaited<ReturnType<typeof startNode>>) {
  child.kill('SIGTERM');
  if (child.exitCode === null) await once(child, 'exit');
}
