import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { Client, Pool } from 'pg';
import type { Database } from './database.ts';
import { databasePool } from '../platform/service-limits.ts';
import { databaseError } from '../platform/startup-error.ts';

/** An arbitrary number, the same for all processes. */
const migrationLock = 7_366_937;

export async function openPostgres(
  url: string,
  migrations: string,
  onError: (error: Error) => void,
  connectTimeout: number = databasePool.connectTimeout,
): Promise<Database> {
  await migrateWithLock(url, migrations, connectTimeout);
  const pool = new Pool({
    connectionString: url,
    application_name: 'foyer',
    max: databasePool.maxConnections,
    connectionTimeoutMillis: connectTimeout,
    statement_timeout: connectTimeout + databasePool.statementMargin,
    query_timeout: connectTimeout + databasePool.queryMargin,
    idleTimeoutMillis: databasePool.idleTimeout,
    keepAlive: true,
  });
  // An idle connection that breaks would end the process without this listener.
  pool.on('error', onError);
  return {
    sql: drizzle(pool),
    async time() {
      const { rows } = await pool.query<{ now: string }>('select extract(epoch from clock_timestamp()) * 1000 as now');
      return Number(rows[0]?.now);
    },
    close: () => pool.end(),
  };
}

/** If several processes start at once, one migrates while the others wait. */
async function migrateWithLock(url: string, migrationsFolder: string, connectTimeout: number) {
  const client = new Client({
    connectionString: url,
    application_name: 'foyer migrations',
    connectionTimeoutMillis: connectTimeout,
    statement_timeout: databasePool.migrationTimeout,
  });
  const fail = (error: unknown) => {
    throw databaseError(error, client);
  };
  await client.connect().catch(fail);
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    await migrate(drizzle(client), { migrationsFolder });
  } catch (error) {
    fail(error);
  } finally {
    // Closing the connection releases the lock.
    await client.end();
  }
}
