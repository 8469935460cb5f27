import { execFile } from 'node:child_process';
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PGlite, type QueryOptions, types } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import type { Database } from './database.ts';
import { lockFolder } from './folder-lock.ts';

interface Folders {
  data: string;
  migrations: string;
}

/**
 * PostgreSQL inside this process, for trying out and small installations. A commit is handed to the operating system
 * before it is acknowledged, so a killed process loses nothing; only a power cut may.
 */
export async function openEmbedded({ data, migrations }: Folders, prepareScript: string): Promise<Database> {
  const letGo = lockFolder(data);
  try {
    const folder = join(data, 'database');
    if (!existsSync(join(folder, 'PG_VERSION'))) await prepareApart(data, prepareScript);
    const client = new Embedded(folder, { parsers: asText });
    await client.waitReady;
    const sql = drizzle(client);
    // Left open, it would keep a process alive that has nothing more to do.
    await migrate(sql, { migrationsFolder: migrations }).catch(async (error: unknown) => {
      await client.close();
      throw error;
    });
    return {
      sql,
      async time() {
        const { rows } = await client.query<{ now: string }>(
          'select extract(epoch from clock_timestamp()) * 1000 as now',
        );
        return Number(rows[0]?.now);
      },
      async close() {
        await client.close();
        letGo();
      },
    };
  } catch (error) {
    letGo();
    throw error;
  }
}

const kept = (value: string) => value;
/** Times arrive as PostgreSQL wrote them; the store reads them itself. */
const asText = { [types.TIMESTAMPTZ]: kept, [types.TIMESTAMP]: kept, [types.DATE]: kept, [types.INTERVAL]: kept };

/** The store asks for these parsers with every query, and merging them each time costs as much as the query itself. */
class Embedded extends PGlite {
  override query<Row>(query: string, params?: unknown[], { parsers: _, ...options }: QueryOptions = {}) {
    return super.query<Row>(query, params, options);
  }
}

/** The very first start takes 700 MB that are never given back, so another process does it and ends. */
async function prepareApart(data: string, script: string) {
  if (existsSync(script)) await promisify(execFile)(process.execPath, [script, data]);
  else await prepareEmbedded(data);
}

/** Makes an empty database, whole or not at all. */
export async function prepareEmbedded(data: string) {
  for (const left of readdirSync(data).filter((name) => name.startsWith('database.')))
    rmSync(join(data, left), { recursive: true });
  const making = join(data, `database.${process.pid}`);
  const client = await PGlite.create(making);
  await client.close();
  renameSync(making, join(data, 'database'));
}
