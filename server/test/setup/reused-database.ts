import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/pglite';
import { readConfig } from '../../src/config/read-config.ts';
import type { Database } from '../../src/database/database.ts';
import { openEmbedded } from '../../src/database/embedded-database.ts';
import { template } from './database-template.ts';

let kept: Promise<Database> | undefined;
let lent = false;

/**
 * The embedded database of this worker, empty again, handed from services to services: to open one takes longer than most
 * files need for all their tests. Undefined while another services has it.
 */
export function borrowDatabase(): { data: string; open(): Promise<Database> } | undefined {
  const folder = process.env['KEPT_DATABASES'];
  if (!folder || lent) return undefined;
  lent = true;
  const data = join(folder, `${process.pid}`);
  return {
    data,
    async open() {
      const database = await (kept ??= openCopy(data));
      return {
        ...database,
        sql: drizzle(clientOf(database)),
        async close() {
          await empty(database);
          lent = false;
        },
      };
    },
  };
}

/** What one file watches or replaces in its own is not met by the next. */
function clientOf({ sql: speaks }: Database) {
  const client: unknown = '$client' in speaks ? speaks.$client : undefined;
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
