import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { Client, Pool } from 'pg';
import type { Database } from './database.ts';
import { databasePool } from '../platform/service-limits.ts';
import { databaseError } from '../platform/startup-error.ts';

/** Any number will do, as long as every process takes the same. */
const migrationLock = 7_366_937;

export async function openPostgres(
  url: string,
  migrations: string,
  onTrouble: (error: Error) => void,
): Promise<Database> {
  await migrateAlone(url, migrations);
  const pool = new Pool({
    connectionString: url,
    application_name: 'foyer',
    max: databasePool.maxConnections,
    connectionTimeoutMillis: databasePool.connectTimeout,
    statement_timeout: databasePool.statementTimeout,
    query_timeout: databasePool.queryTimeout,
    idleTimeoutMillis: databasePool.idleTimeout,
    keepAlive: true,
  });
  // A connection that breaks while idle is told here, and would end the process if nobody listened.
  pool.on('error', onTrouble);
  return {
    sql: drizzle(pool),
    async time() {
      const { rows } = await pool.query<{ now: string }>('select extract(epoch from clock_timestamp()) * 1000 as now');
      return Number(rows[0]?.now);
    },
    close: () => pool.end(),
  };
}

/** Several processes may start at once: one migrates, the others wait and find it done. */
async function migrateAlone(url: string, migrationsFolder: string) {
  const client = new Client({
    connectionString: url,
    application_name: 'foyer migrations',
    connectionTimeoutMillis: databasePool.connectTimeout,
    statement_timeout: databasePool.migrationTimeout,
  });
  const tell = (error: unknown) => {
    throw databaseError(error, client);
  };
  await client.connect().catch(tell);
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    await migrate(drizzle(client), { migrationsFolder });
  } catch (error) {
    tell(error);
  } finally {
    // Ending the connection gives the lock back.
    await client.end();
  }
}
