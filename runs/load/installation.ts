import { withPostgresAndRedis, withService } from '../../bench/service.mjs';
import type { PostgresOptions } from '../../scripts/support/temporary-servers.mjs';
import type { Result } from '../results.ts';

export type RunSql = (statements: string) => Promise<{ stdout: string }>;
/** The settings of nodes that use these servers. */
interface Servers {
  DATABASE_URL: string;
  REDIS_URL: string;
}

/**
 * As in production requests are logged and counted; no limit stops the load. Each person has an address of their own. A slow
 * answer counts as slow, not as a wrong one.
 */
const settings = {
  LOG_LEVEL: 'info',
  CALLS_PER_MINUTE: '1000000',
  SCAN_POLLS_PER_MINUTE: '1000000',
  DATABASE_TIMEOUT_MS: '60000',
  REDIS_TIMEOUT_MS: '60000',
  SCAN_TIMEOUT_MS: '60000',
  MESSAGE_TIMEOUT_MS: '60000',
};

/** Runs so many nodes of the built service on PostgreSQL and Redis for the duration of `work`. */
export async function withNodes<Outcome>(
  nodeCount: number,
  work: (origins: string[], runSql: RunSql, servers: Servers) => Promise<Outcome>,
  {
    settings: own = {},
    postgresOptions,
  }: { settings?: Record<string, string>; postgresOptions?: PostgresOptions | undefined } = {},
): Promise<Outcome> {
  const result = await withPostgresAndRedis(
    'load',
    (servers: Servers, runSql: RunSql) => {
      const start = (origins: string[]): Promise<Outcome> =>
        origins.length === nodeCount
          ? work(origins, runSql, servers)
          : withService((origin: string) => start([...origins, origin]), { ...servers, ...settings, ...own });
      return start([]);
    },
    postgresOptions,
  );
  if (Array.isArray(result)) throw new Error('PostgreSQL and Redis are needed');
  return result;
}

/** The same, with one node that is closed after each step, so that PostgreSQL has written all its counts. */
export async function withNodeByStep(
  work: (run: (step: (origin: string) => Promise<void>) => Promise<void>, runSql: RunSql) => Promise<Result>,
  postgresOptions: PostgresOptions,
) {
  const result = await withPostgresAndRedis(
    'load',
    (servers: Servers, runSql: RunSql) => work((step) => withService(step, { ...servers, ...settings }), runSql),
    postgresOptions,
  );
  if (Array.isArray(result)) throw new Error('PostgreSQL and Redis are needed');
  return result;
}
