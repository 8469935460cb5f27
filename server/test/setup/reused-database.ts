import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/pglite';
import { readConfig } from '../../src/config/read-config.ts';
import type { Database } from '../../src/database/database.ts';
import { openEmbedded } from '../../src/database/embedded-database.ts';
import { template } from './database-template.ts';

let opened: Promise<Database> | undefined;
let inUse = false;

/**
 * The embedded database of this worker, emptied and used again by the next test file, since opening one takes longer than
 * most files need for all their tests. Undefined while another service uses it.
 */
export function reuseDatabase(): { data: string; openDatabase(): Promise<Database> } | undefined {
  const folder = process.env['REUSED_DATABASES'];
  if (!folder || inUse) return undefined;
  inUse = true;
  const data = join(folder, `${process.pid}`);
  return {
    data,
    async openDatabase() {
      const database = await (opened ??= openCopy(data));
      return {
        ...database,
        sql: drizzle(clientOf(database)),
        async close() {
          await empty(database);
          inUse = false;
        },
      };
    },
  };
}

/** Each file gets a Drizzle instance of its own, so that a spy of one file does not reach the next. */
function clientOf({ sql: instance }: Database) {
  const client: unknown = '$client' in instance ? instance.$client : undefined;
  if (!(client instanceof PGlite)) throw new Error('This database is not embedded');
  return client;
}

function openCopy(data: string) {
  cpSync(template, data, { recursive: true });
  return openEmbedded(readConfig({ DATA_DIR: data }).folders, '');
}

/** Deletes rows instead of truncating, which would rewrite every table and index. */
async function empty(database: Database) {
  await database.sql.execute(sql`
    do $$
    declare one record;
    begin
      set local session_replication_role = replica;
      for one in select tablename from pg_tables where schemaname = 'public' loop
        execute format('delete from %I', one.tablename);
      end loop;
    end $$`);
  await database.sql.execute(sql`vacuum`);
}
