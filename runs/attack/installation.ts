import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from '../../scripts/support/child-processes.mjs';
import { freePort } from '../../scripts/support/free-port.mjs';
import { root } from '../../scripts/support/root.mjs';
import { type NodeProcess, createNode } from '../installation/node-process.ts';
import { withServers } from '../installation/servers.ts';
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
  const folder = join(root, 'runs/logs/attack');
  await mkdir(folder, { recursive: true });

  return withServers(async ({ settings: servers, programs }) => {
    const ports = await Promise.all(Array.from({ length: nodeCount }, freePort));
    const origins = ports.map((port) => `http://localhost:${port}`);
    const publicUrl = origins[0]!;
    const common = {
      PATH: process.env.PATH,
      PUBLIC_URL: publicUrl,
      ...servers,
      // A busy machine is no fault of the service.
      DATABASE_TIMEOUT_MS: '60000',
      REDIS_TIMEOUT_MS: '60000',
      MESSAGE_TIMEOUT_MS: '60000',
      SCAN_TIMEOUT_MS: '60000',
      HUMAN_CHECK_COST: '1',
      ...settings,
    };
    const nodes: NodeProcess[] = [];
    const logFileOf = (node: string) => join(folder, `${name}-${node}.log`);
    async function startOther(more: Record<string, string>) {
      const node = await createNode({ ...common, ...more }, logFileOf('other-node'));
      const isReady = await node.start().catch(() => undefined);
      return isReady && { origin: `http://localhost:${node.port}`, stop: () => node.stop() };
    }
    try {
      // One after the other: the first one runs the migrations and seeds the people.
      for (const [n, port] of ports.entries()) {
        const node = await createNode({ ...common, PORT: `${port}` }, logFileOf(`node-${n + 1}`));
        nodes.push(node);
        await node.start();
      }
      const sql = openSql(programs, servers.DATABASE_URL);
      try {
        const logFiles = nodes.map((_, n) => logFileOf(`node-${n + 1}`));
        const ended = () => nodes.filter((node) => !node.isRunning()).length;
        const foyer: Installation['foyer'] = (args, more) =>
          runCommand([process.execPath, 'dist/server/foyer.mjs', ...args], { env: { ...common, ...more } });
        return await work({
          origins,
          publicUrl,
          redisUrl: servers.REDIS_URL,
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
      await Promise.all(nodes.map((node) => node.stop()));
    }
  });
}
