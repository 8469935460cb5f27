import { execFile } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PGlite, types } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { StartupError } from '../platform/startup-error.ts';
import type { Database } from './database.ts';
import { EmbeddedClient } from './embedded-client.ts';
import { lockFolder } from './folder-lock.ts';
import { type MigrationMode, handleMigrations } from './migrations.ts';
import { traceQueries } from './trace-queries.ts';

interface Folders {
  data: string;
  migrations: string;
}

/**
 * PostgreSQL inside this process, for development and small installations. A commit is written to the operating system
 * before it is acknowledged, so a killed process loses nothing; a power cut may lose the last commits.
 */
export async function openEmbedded(
  { data, migrations: migrationsFolder }: Folders,
  prepareScript: string,
  mode: MigrationMode = 'run',
): Promise<Database> {
  const unlock = lockFolder(data);
  try {
    const folder = join(data, 'database');
    if (!existsSync(join(folder, 'PG_VERSION'))) {
      if (existsSync(folder) && readdirSync(folder).length > 0) throw damagedError(data, 'PG_VERSION is missing');
      await prepareInOtherProcess(data, prepareScript);
    }
    closeToOthers(folder);
    const client = new EmbeddedClient(folder, { parsers: textParsers });
    await client.waitReady.catch((error: unknown) => {
      throw damagedError(data, error instanceof Error ? error.message : String(error));
    });
    traceQueries(client);
    const sql = drizzle(client);
    // An open client would keep the process alive after a failed start.
    const migrations = await handleMigrations(sql, migrationsFolder, mode).catch(async (error: unknown) => {
      await client.close();
      throw error;
    });
    return {
      sql,
      // There is one connection, and it knows no time limit.
      tasks: sql,
      migrations,
      async time() {
        const { rows } = await client.query<{ now: string }>(
          'select extract(epoch from clock_timestamp()) * 1000 as now',
        );
        return Number(rows[0]?.now);
      },
      async state() {
        await client.query('select 1');
        return 'writable';
      },
      async close() {
        await client.close();
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

const damagedError = (data: string, reason: string) =>
  new StartupError(
    `DATA_DIR is "${data}": its database cannot be opened (${reason}), it is probably damaged: restore the folder from a backup, or move it away to start with an empty one`,
  );

/**
 * Other users of the machine cannot look into the folder, whatever the modes of its files are: the embedded database
 * creates them readable by everyone. Windows has no such modes.
 */
function closeToOthers(folder: string) {
  if (process.platform === 'win32') return;
  try {
    chmodSync(folder, 0o700);
  } catch {
    // Only the owner may change the mode; some network file systems keep theirs.
  }
  const mode = statSync(folder).mode & 0o777;
  if (mode & 0o077)
    throw new StartupError(
      `${folder} has the mode ${mode.toString(8)}, so that other users of this machine can read the database: make it the folder of the user that runs the service, with mode 700`,
    );
}

const asIs = (value: string) => value;
/** Times are returned as text; the store parses them. */
const textParsers = { [types.TIMESTAMPTZ]: asIs, [types.TIMESTAMP]: asIs, [types.DATE]: asIs, [types.INTERVAL]: asIs };

/** Creating the database takes 700 MB of memory that are never freed, so another process does it and exits. */
async function prepareInOtherProcess(data: string, script: string) {
  if (existsSync(script)) await promisify(execFile)(process.execPath, [script, data]);
  else await prepareEmbedded(data);
}

/** Creates an empty database atomically. */
export async function prepareEmbedded(data: string) {
  for (const leftover of readdirSync(data).filter((name) => name.startsWith('database.')))
    rmSync(join(data, leftover), { recursive: true });
  const temporary = join(data, `database.${process.pid}`);
  const client = await PGlite.create(temporary);
  await client.close();
  renameSync(temporary, join(data, 'database'));
}
