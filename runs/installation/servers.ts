import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { adviceFor, findOrInstall } from '../../scripts/support/system-packages.mjs';
import { type PostgresOptions, withTemporaryServers } from '../../scripts/support/temporary-servers.mjs';

/** Runs SQL and returns what psql prints. */
export type RunSql = (statements: string) => Promise<{ stdout: string }>;
/** What a node needs to use the servers, behind a proxy on this machine. */
export interface ServerSettings extends Record<string, string> {
  DATABASE_URL: string;
  REDIS_URL: string;
  TRUSTED_PROXIES: string;
}
interface Servers {
  settings: ServerSettings;
  runSql: RunSql;
  /** The folder of PostgreSQL's programs. */
  programs: string;
}

/** Runs PostgreSQL and Redis for the duration of `work`. */
export async function withServers<Result>(
  work: (servers: Servers) => Promise<Result>,
  postgresOptions?: PostgresOptions,
): Promise<Result> {
  const { postgres, redis } = await findOrInstall(['postgres', 'redis']);
  if (!postgres) throw new Error(adviceFor('postgres'));
  if (!redis) throw new Error(adviceFor('redis'));
  return withTemporaryServers(
    { postgres, redis },
    ({ TEST_DATABASE_URL, TEST_REDIS_URL }) =>
      work({
        settings: {
          DATABASE_URL: TEST_DATABASE_URL,
          REDIS_URL: TEST_REDIS_URL,
          TRUSTED_PROXIES: '127.0.0.1,::1,::ffff:127.0.0.1',
        },
        runSql: (statements) =>
          promisify(execFile)(join(postgres, 'psql'), [TEST_DATABASE_URL, '-qv', 'ON_ERROR_STOP=1', '-c', statements]),
        programs: postgres,
      }),
    postgresOptions,
  );
}
