import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { desc } from 'drizzle-orm';
import { bigint, pgSchema } from 'drizzle-orm/pg-core';
import { StartupError } from '../platform/startup-error.ts';
import { type Sql, isMissingTable } from './database.ts';

/** What opening a database does about migrations that it lacks: run them, refuse to go on, or only list them. */
export type MigrationMode = 'run' | 'require' | 'list';

/** Drizzle's own record of what it has run. */
const migrationRecords = pgSchema('drizzle').table('__drizzle_migrations', {
  createdAt: bigint('created_at', { mode: 'number' }).notNull(),
});

/**
 * Brings the tables up to date with the migrations of this version, as `mode` says. Returns the names of the migrations
 * that the database lacked. A database that is ahead, because a newer version has migrated it, is accepted.
 */
export async function handleMigrations(
  sql: Sql,
  folder: string,
  mode: MigrationMode,
  run: () => Promise<void>,
): Promise<string[]> {
  const pending = await pendingMigrations(sql, folder);
  if (mode === 'run') await run();
  if (mode === 'require' && pending.length > 0)
    throw new StartupError(
      `The database lacks ${pending.length} migrations, from ${pending[0]}: run npx foyer migrate first, or set MIGRATE_AT_START to on`,
    );
  return pending;
}

async function pendingMigrations(sql: Sql, folder: string): Promise<string[]> {
  const journal = JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8')) as Journal;
  const last = await lastMigration(sql);
  return journal.entries.filter(({ when }) => when > last).map(({ tag }) => tag);
}

interface Journal {
  entries: { when: number; tag: string }[];
}

/** Drizzle runs the migrations that are newer than the newest one on record. */
async function lastMigration(sql: Sql): Promise<number> {
  try {
    const [newest] = await sql.select().from(migrationRecords).orderBy(desc(migrationRecords.createdAt)).limit(1);
    return newest?.createdAt ?? 0;
  } catch (error) {
    if (isMissingTable(error)) return 0;
    throw error;
  }
}
