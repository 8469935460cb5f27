import { withPostgresAndRedis, withService } from '../../bench/service.mjs';

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

/**
 * Runs so many nodes of the built service on PostgreSQL and Redis for the duration of `work`.
 * @template Result
 * @param {number} nodeCount
 * @param {(origins: string[], runSql: (statements: string) => Promise<{ stdout: string }>,
 *   servers: Record<string, string>) => Promise<Result>} work
 * @param {{ settings?: Record<string, string>, postgresOptions?: object }} [options]
 * @returns {Promise<Result>}
 */
export async function withNodes(nodeCount, work, { settings: own = {}, postgresOptions } = {}) {
  const result = await withPostgresAndRedis(
    'load',
    (servers, runSql) => {
      const start = (origins) =>
        origins.length === nodeCount
          ? work(origins, runSql, servers)
          : withService((origin) => start([...origins, origin]), { ...servers, ...settings, ...own });
      return start([]);
    },
    postgresOptions,
  );
  if (Array.isArray(result)) throw new Error('PostgreSQL and Redis are needed');
  return result;
}

/**
 * The same, with one node that is closed after each step, so that PostgreSQL has written all its counts.
 * @param {(run: (step: (origin: string) => Promise<void>) => Promise<void>,
 *   runSql: (statements: string) => Promise<{ stdout: string }>) => Promise<import('./parts.mjs').Result>} work
 * @param {object} postgresOptions
 */
export async function withNodeByStep(work, postgresOptions) {
  const result = await withPostgresAndRedis(
    'load',
    (servers, runSql) => work((step) => withService(step, { ...servers, ...settings }), runSql),
    postgresOptions,
  );
  if (Array.isArray(result)) throw new Error('PostgreSQL and Redis are needed');
  return result;
}
