import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { readConfig } from '../../src/config/read-config.ts';
import { openDatabase } from '../../src/create-services.ts';
import type { Database } from '../../src/database/database.ts';
import { openEmbedded } from '../../src/database/embedded-database.ts';
import { template } from './database-template.ts';
import { databaseAt, runSql } from './postgres-database.ts';

const grown = `select oid::regclass::text as name from pg_class
  where relnamespace = 'public'::regnamespace and relkind = 'r' and pg_relation_size(oid) > 0`;

/** Deletes rows instead of truncating, which would rewrite every table and index. */
const deleteEverything = `
  do $$
  declare one record;
  begin
    set local session_replication_role = replica;
    for one in ${grown} loop
      execute 'delete from ' || one.name;
    end loop;
  end $$`;

let embedded: ReturnType<typeof openedOnce> | undefined;
let onServer: Promise<{ url: string }> | undefined;
let inUse = false;

export interface TestDatabase {
  env: Record<string, string>;
  /** Opens it for a service or a command, an embedded one only once. */
  openDatabase: typeof openDatabase;
  /** After the services are closed. */
  clear(): Promise<void>;
}

/**
 * The database of this worker, emptied and used again by the next test file, since making one takes longer than most files
 * need for all their tests. Undefined while another service uses it.
 */
export async function reuseDatabase(): Promise<TestDatabase | undefined> {
  if (inUse) return undefined;
  inUse = true;
  const server = process.env['TEST_DATABASE_URL'];
  return server ? reuseOnServer(server) : reuseEmbedded();
}

async function reuseOnServer(server: string): Promise<TestDatabase> {
  const { url } = await (onServer ??= makeOnServer(server));
  return {
    env: { DATABASE_URL: url },
    openDatabase,
    async clear() {
      await runSql(url, deleteEverything);
      inUse = false;
    },
  };
}

async function makeOnServer(server: string) {
  const name = `${process.env['TEST_DATABASE_TEMPLATE']}_${process.pid}`;
  await runSql(server, `create database ${name} template ${process.env['TEST_DATABASE_TEMPLATE']}`);
  return { url: databaseAt(server, name) };
}

function reuseEmbedded(): TestDatabase {
  const data = join(process.env['REUSED_DATABASES']!, `${process.pid}`);
  if (!embedded) cpSync(template, data, { recursive: true });
  const { open } = (embedded ??= openedOnce(data));
  return {
    env: { DATA_DIR: data },
    openDatabase: open,
    async clear() {
      const client = clientOf(await open());
      await client.exec(deleteEverything);
      const { rows } = await client.query<{ name: string }>(grown);
      // Without names it would read the tables of the system as well, which takes ten times as long.
      if (rows.length > 0) await client.exec(`vacuum ${rows.map(({ name }) => name).join()}`);
      inUse = false;
    },
  };
}

/**
 * The embedded database of a folder, which takes a second to open. Each who opens it gets a Drizzle instance of its own, so
 * that a spy of one file does not reach the next.
 */
export function openedOnce(data: string) {
  let opened: Promise<Database> | undefined;
  return {
    async open(): Promise<Database> {
      const database = await (opened ??= openEmbedded(readConfig({ DATA_DIR: data }).folders, ''));
      return { ...database, sql: drizzle(clientOf(database)), close: async () => {} };
    },
    close: async () => (await opened)?.close(),
  };
}

function clientOf({ sql: instance }: Database) {
  const client: unknown = '$client' in instance ? instance.$client : undefined;
  if (!(client instanceof PGlite)) throw new Error('This database is not embedded');
  return client;
}
