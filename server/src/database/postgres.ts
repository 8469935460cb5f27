import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { Client, Pool } from 'pg';
import { type Database, type Sql, isDatabaseUnavailable } from './database.ts';
import { type MigrationMode, handleMigrations } from './migrations.ts';
import { nameStatements } from './name-statements.ts';
import { traceQueries } from './trace-queries.ts';
import { databasePool } from '../platform/service-limits.ts';
import { databaseError } from '../platform/startup-error.ts';

/** An arbitrary number, the same for all processes. */
const migrationLock = 7_366_937;

interface PostgresOptions {
  connectTimeout?: number;
  /** Connections that this process opens at most. */
  poolSize?: number;
  mode?: MigrationMode;
}

export async function openPostgres(
  url: string,
  migrationsFolder: string,
  onError: (error: Error) => void,
  {
    connectTimeout = databasePool.connectTimeout,
    poolSize = databasePool.maxConnections,
    mode = 'run',
  }: PostgresOptions = {},
): Promise<Database> {
  const migrations = await migrateWithLock(url, migrationsFolder, connectTimeout, mode);
  const pool = new Pool({
    connectionString: url,
    application_name: 'foyer',
    max: poolSize,
    connectionTimeoutMillis: connectTimeout,
    statement_timeout: connectTimeout + databasePool.statementMargin,
    query_timeout: connectTimeout + databasePool.queryMargin,
    idleTimeoutMillis: databasePool.idleTimeout,
    keepAlive: true,
  });
  traceQueries(pool);
  // A connection that breaks would end the process without these listeners, both of an idle one and of one that is used
  // by a transaction but has no statement to answer. The next statement of that transaction fails.
  pool.on('error', onError);
  pool.on('connect', (client) => {
    client.on('error', () => {});
    nameStatements(client);
    // The statements of transactions.
    traceQueries(client);
  });
  return {
    sql: withTransactions(pool),
    async time() {
      const { rows } = await pool.query<{ now: string }>('select extract(epoch from clock_timestamp()) * 1000 as now');
      return Number(rows[0]?.now);
    },
    migrations,
    pool: () => ({ max: poolSize, open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => pool.end(),
  };
}

/**
 * Transactions whose connection always returns to the pool: drizzle keeps it when its first statement fails. A connection
 * that broke or did not answer in time is closed instead, and the database rolls back.
 */
function withTransactions(pool: Pool): Sql {
  const sql = drizzle(pool);
  sql.transaction = async (work, options) => {
    const client = await pool.connect();
    let broken = false;
    try {
      return await drizzle(client).transaction(work, options);
    } catch (error) {
      broken = isDatabaseUnavailable(error);
      throw error;
    } finally {
      client.release(broken);
    }
  };
  return sql;
}

/** If several processes start at once, one migrates while the others wait. */
async function migrateWithLock(url: string, migrationsFolder: string, connectTimeout: number, mode: MigrationMode) {
  const client = new Client({
    connectionString: url,
    application_name: 'foyer migrations',
    connectionTimeoutMillis: connectTimeout,
    statement_timeout: databasePool.migrationTimeout,
  });
  const fail = (error: unknown): never => {
    throw databaseError(error, client);
  };
  await client.connect().catch(fail);
  try {
    if (mode === 'run') await client.query('select pg_advisory_lock($1)', [migrationLock]);
    const sql = drizzle(client);
    return await handleMigrations(sql, migrationsFolder, mode, () => migrate(sql, { migrationsFolder }));
  } catch (error) {
    return fail(error);
  } finally {
    // Closing the connection releases the lock.
    await client.end();
  }
}
