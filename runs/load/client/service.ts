import { withTemporaryFolder } from '../../../scripts/support/temporary-folder.mjs';
import { createNode } from '../../installation/node-process.ts';
import { withServers } from '../../installation/servers.ts';
import type { PostgresOptions } from '../../../scripts/support/temporary-servers.mjs';
import type { RunSql, ServerSettings } from '../../installation/servers.ts';
import type { Result } from '../../results.ts';

export type Origins = [string, ...string[]];

/** With BENCH_PROFILE, each service writes a `.cpuprofile` for Chrome's DevTools to that folder. */
const { BENCH_PROFILE: profileFolder } = process.env;
const profiling = profileFolder ? ['--cpu-prof', `--cpu-prof-dir=${profileFolder}`] : [];
/** As the service is started in production; the bare route of a comparison gets the same. */
export const nodeOptions = ['--max-semi-space-size=64'];

/**
 * As in production requests are logged and counted; no limit stops the load. Each person has an address of their own. A slow
 * answer counts as slow, not as a wrong one.
 */
const underLoad = {
  LOG_LEVEL: 'info',
  SCAN_POLLS_PER_MINUTE: '1000000',
  DATABASE_TIMEOUT_MS: '60000',
  REDIS_TIMEOUT_MS: '60000',
  SCAN_TIMEOUT_MS: '60000',
  MESSAGE_TIMEOUT_MS: '60000',
};

/** Runs the built service for the duration of `measure`, without the rate limit that would stop a measurement. */
export const withService = <Outcome>(
  measure: (origin: string) => Promise<Outcome>,
  settings: Record<string, string> = {},
): Promise<Outcome> =>
  withTemporaryFolder(async (folder: string) => {
    const node = await createNode({
      PATH: process.env.PATH,
      DATA_DIR: folder,
      CALLS_PER_MINUTE: '1000000',
      LOG_LEVEL: 'warn',
      ...settings,
    });
    try {
      await node.start({}, { command: [process.execPath, ...nodeOptions, ...profiling] });
      return await measure(`http://localhost:${node.port}`);
    } finally {
      await node.stop();
    }
  });

/** The same on PostgreSQL and Redis. */
export const withServiceOnServers = <Outcome>(
  measure: (origin: string, runSql: RunSql) => Promise<Outcome>,
  settings: Record<string, string> = {},
): Promise<Outcome> =>
  withServers((servers) =>
    withService((origin) => measure(origin, servers.runSql), { ...servers.settings, ...settings }),
  );

/** Runs so many nodes of the built service on PostgreSQL and Redis for the duration of `work`. */
export const withNodes = <Outcome>(
  nodeCount: number,
  work: (origins: Origins, runSql: RunSql, servers: ServerSettings) => Promise<Outcome>,
  {
    settings = {},
    postgresOptions,
  }: { settings?: Record<string, string>; postgresOptions?: PostgresOptions | undefined } = {},
): Promise<Outcome> =>
  withServers(({ settings: servers, runSql }) => {
    const start = (origins: string[]): Promise<Outcome> =>
      origins.length === nodeCount
        ? work(origins as Origins, runSql, servers)
        : withService((origin) => start([...origins, origin]), { ...servers, ...underLoad, ...settings });
    return start([]);
  }, postgresOptions);

/** The same, with one node that is closed after each step, so that PostgreSQL has written all its counts. */
export const withNodeByStep = (
  work: (run: (step: (origin: string) => Promise<void>) => Promise<void>, runSql: RunSql) => Promise<Result>,
  postgresOptions: PostgresOptions,
) =>
  withServers(
    ({ settings, runSql }) => work((step) => withService(step, { ...settings, ...underLoad }), runSql),
    postgresOptions,
  );
