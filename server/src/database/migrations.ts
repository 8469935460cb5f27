import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { desc, sql as statement } from 'drizzle-orm';
import { bigint, pgSchema } from 'drizzle-orm/pg-core';
import { StartupError } from '../platform/startup-error.ts';
import { version } from '../platform/version.ts';
import { type Sql, isMissingTable } from './database.ts';
import { oldestVersionName, runMigrations } from './run-migrations.ts';

/** What opening a database does about migrations that it lacks: run them, refuse to go on, or only list them. */
export type MigrationMode = 'run' | 'require' | 'list';

/** Drizzle's own record of what it has run. */
const migrationRecords = pgSchema('drizzle').table('__drizzle_migrations', {
  createdAt: bigint('created_at', { mode: 'number' }).notNull(),
});

/**
 * Brings the tables up to date with the migrations of this version, as `mode` says. Returns the names of the migrations
 * that the database lacked. A database that is ahead, because a newer version has migrated it, is accepted as long as its tables
 * serve this version.
 */
export async function handleMigrations(sql: Sql, folder: string, mode: MigrationMode): Promise<string[]> {
  const last = await lastMigration(sql);
  const pending = pendingMigrations(folder, last);
  const oldest = await oldestVersion(sql);
  if (oldest !== undefined && isOlder(version, oldest))
    throw new StartupError(
      `The database has been migrated by a newer version: it needs ${oldest} or later, and this is ${version}`,
    );
  if (mode === 'run') await runMigrations(sql, folder, last);
  if (mode === 'require' && pending.length > 0)
    throw new StartupError(
      `The database lacks ${pending.length} migrations, from ${pending[0]}: run npx foyer migrate first, or set MIGRATE_AT_START to on`,
    );
  return pending;
}

function pendingMigrations(folder: string, last: number): string[] {
  const journal = JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8')) as Journal;
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

/** The oldest version that the tables still serve; undefined where they serve all. */
async function oldestVersion(sql: Sql): Promise<string | undefined> {
  try {
    const query = statement`select value from secrets where name = ${oldestVersionName}`;
    const { rows } = (await sql.execute(query)) as { rows: { value: string }[] };
    return rows[0]?.value;
  } catch (error) {
    if (isMissingTable(error)) return undefined;
    throw error;
  }
}

/** Compares major and minor numbers. */
export function isOlder(own: string, oldest: string): boolean {
  const [[major = 0, minor = 0], [oldestMajor = 0, oldestMinor = 0]] = [own, oldest].map((text) =>
    text.split('.').map((part) => Number.parseInt(part, 10)),
  ) as [number[], number[]];
  return major < oldestMajor || (major === oldestMajor && minor < oldestMinor);
}
