import { setTimeout as pause } from 'node:timers/promises';
import { sql as statement } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { Client, Pool } from 'pg';
import { type Database, type Sql, isDatabaseFull, isDatabaseUnavailable } from './database.ts';
import { type MigrationMode, handleMigrations, isOlder } from './migrations.ts';
import { oldestVersionName } from './run-migrations.ts';
import { version } from '../platform/version.ts';
import { nameStatements, unnameStatements } from './name-statements.ts';
import { traceQueries } from './trace-queries.ts';
import { databasePool, databaseTasks, migrationLocks } from '../platform/database-limits.ts';
import { StartupError, databaseError } from '../platform/startup-error.ts';

/** An arbitrary number, the same for all processes. */
const migrationLock = 7_366_937;

interface PostgresOptions {
  connectTimeout?: number;
  /** Connections that this process opens at most. */
  poolSize?: number;
  mode?: MigrationMode;
  /** Each transaction may get another connection to the server: nothing may outlast it, and a start has no parameters. */
  pooler?: boolean;
  /** For migrations, in place of the URL. */
  migrationUrl?: string | undefined;
  /** Of one statement of a migration. 0: no limit. */
  migrationTimeout?: number;
}

export interface PostgresDatabase extends Database {
  /** Whether the database ends a statement that takes too long. */
  hasStatementTimeout(): Promise<boolean>;
}

export async function openPostgres(
  url: string,
  migrationsFolder: string,
  onError: (error: Error) => void,
  {
    connectTimeout = databasePool.connectTimeout,
    poolSize = databasePool.maxConnections,
    mode = 'run',
    pooler = false,
    migrationUrl,
    migrationTimeout = databasePool.migrationTimeout,
  }: PostgresOptions = {},
): Promise<PostgresDatabase> {
  // A node that may not migrate only reads what has been run: its own URL can do that.
  const own = mode === 'require' ? undefined : migrationUrl;
  const target = { url: own ?? url, setting: own ? 'MIGRATION_DATABASE_URL' : 'DATABASE_URL' };
  const migrations = await migrateWithLock(target, migrationsFolder, {
    connectTimeout,
    statementTimeout: migrationTimeout,
    mode,
  });
  const pool = new Pool({
    connectionString: url,
    application_name: 'foyer',
    max: poolSize,
    connectionTimeoutMillis: connectTimeout,
    // A pooler refuses it.
    ...(!pooler && { statement_timeout: connectTimeout + databasePool.statementMargin }),
    query_timeout: connectTimeout + databasePool.queryMargin,
    idleTimeoutMillis: databasePool.idleTimeout,
    keepAlive: true,
  });
  const tasks = new Pool({
    connectionString: url,
    application_name: 'foyer tasks',
    max: 1,
    connectionTimeoutMillis: connectTimeout,
    query_timeout: databaseTasks.statementTimeout + databasePool.queryMargin,
    idleTimeoutMillis: databasePool.idleTimeout,
    keepAlive: true,
  });
  let fullAt = -Infinity;
  const onFailure = (error: unknown) => {
    if (isDatabaseFull(error)) fullAt = performance.now();
  };
  reportFailures(pool, onFailure);
  traceQueries(pool);
  for (const one of [pool, tasks]) {
    // A connection that breaks would end the process without these listeners, both of an idle one and of one that is used
    // by a transaction but has no statement to answer. The next statement of that transaction fails.
    one.on('error', onError);
    one.on('connect', (client) => {
      client.on('error', () => {});
      if (pooler) unnameStatements(client);
      else nameStatements(client);
      // The statements of transactions.
      traceQueries(client);
    });
  }
  // A wrong setting stops the start here, and not the first request.
  await pool.query('select 1').catch(async (error: unknown) => {
    await Promise.all([pool.end(), tasks.end()]);
    throw databaseError(error, new Client({ connectionString: url }));
  });
  return {
    sql: withTransactions(pool, { onFailure }),
    tasks: withTransactions(tasks, { onFailure, statementTimeout: databaseTasks.statementTimeout }),
    async time() {
      const { rows } = await pool.query<{ now: string }>('select extract(epoch from clock_timestamp()) * 1000 as now');
      return Number(rows[0]?.now);
    },
    async hasStatementTimeout() {
      const { rows } = await pool.query<{ statement_timeout: string }>('show statement_timeout');
      return rows[0]?.statement_timeout !== '0';
    },
    async state() {
      const { isReadOnly, oldest } = await readState(pool);
      if (isReadOnly) return 'readOnly';
      if (oldest !== null && isOlder(version, oldest)) return 'newerSchema';
      return performance.now() < fullAt + databasePool.fullFor ? 'full' : 'writable';
    },
    migrations,
    pool: () => ({ max: poolSize, open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    async close() {
      await Promise.all([pool.end(), tasks.end()]);
    },
  };
}

/**
 * Transactions whose connection always returns to the pool: drizzle keeps it when its first statement fails. A connection
 * that broke or did not answer in time is closed instead, and the database rolls back. `statementTimeout` replaces that of the
 * connection.
 */
function withTransactions(pool: Pool, { onFailure, statementTimeout }: TransactionOptions): Sql {
  const sql = drizzle(pool);
  sql.transaction = async (work, options) => {
    const client = await pool.connect();
    let broken = false;
    try {
      return await drizzle(client).transaction(async (tx) => {
        if (statementTimeout !== undefined) await tx.execute(setLocal('statement_timeout', statementTimeout));
        return work(tx);
      }, options);
    } catch (error) {
      broken = isDatabaseUnavailable(error);
      onFailure(error);
      throw error;
    } finally {
      client.release(broken);
    }
  };
  return sql;
}

interface TransactionOptions {
  onFailure(error: unknown): void;
  statementTimeout?: number;
}

/** Calls `onFailure` for each statement outside of a transaction that fails. */
function reportFailures(pool: Pool, onFailure: (error: unknown) => void) {
  const query: unknown = Reflect.get(pool, 'query');
  if (typeof query !== 'function') throw new Error('There is no method for statements');
  Reflect.set(pool, 'query', (...args: unknown[]): unknown => {
    const result: unknown = Reflect.apply(query, pool, args);
    if (result instanceof Promise) result.catch(onFailure);
    return result;
  });
}

/** A connection that cannot write is closed: the next one may lead to the new primary. */
async function readState(pool: Pool) {
  const client = await pool.connect();
  let isBad = true;
  try {
    const { rows } = await client.query<{ setting: string; oldest: string | null }>(
      `select current_setting('transaction_read_only') as setting,
        (select value from secrets where name = '${oldestVersionName}') as oldest`,
    );
    isBad = rows[0]?.setting === 'on';
    return { isReadOnly: isBad, oldest: rows[0]?.oldest ?? null };
  } finally {
    client.release(isBad);
  }
}

const setLocal = (setting: string, value: number) => statement`select set_config(${setting}, ${`${value}`}, true)`;

/**
 * A process asks again instead of waiting in a statement: `create index concurrently` waits until every other statement has
 * ended, and would wait for this one.
 */
async function takeMigrationLock(client: Client, timeout: number) {
  const giveUpAt = timeout === 0 ? Infinity : performance.now() + timeout;
  while (performance.now() < giveUpAt) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
      migrationLock,
    ]);
    if (rows[0]?.taken) return;
    await pause(migrationLocks.askAgain);
  }
  throw new StartupError('Another process migrates the database, longer than MIGRATION_TIMEOUT_SECONDS.');
}

/** If several processes start at once, one migrates while the others wait. */
async function migrateWithLock(
  { url, setting }: { url: string; setting: string },
  migrationsFolder: string,
  { connectTimeout, statementTimeout, mode }: { connectTimeout: number; statementTimeout: number; mode: MigrationMode },
) {
  const client = new Client({
    connectionString: url,
    application_name: 'foyer migrations',
    connectionTimeoutMillis: connectTimeout,
  });
  const fail = (error: unknown): never => {
    throw databaseError(error, client, setting);
  };
  await client.connect().catch(fail);
  try {
    if (mode === 'run') {
      await client.query("select set_config('statement_timeout', $1, false)", [`${statementTimeout}`]);
      await takeMigrationLock(client, statementTimeout);
      // After this lock, for which a process waits as long as another one migrates.
      await client.query("select set_config('lock_timeout', $1, false)", [`${migrationLocks.timeout}`]);
    }
    const sql = drizzle(client);
    return await handleMigrations(sql, migrationsFolder, mode);
  } catch (error) {
    return fail(error);
  } finally {
    // Closing the connection releases the lock.
    await client.end();
  }
}
