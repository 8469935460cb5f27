import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql as statement } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { migrationLocks } from '../platform/database-limits.ts';
import { type Sql, isLockTimeout } from './database.ts';

/** The first line of a migration whose statements cannot be in a transaction, such as `create index concurrently`. */
const withoutTransaction = /^-- without a transaction$/m;
/** The first line of a migration that removes what only earlier versions use. */
const contract = /^-- contract: unused since (\d+\.\d+)/m;
/** What `secrets` calls the oldest version that the tables still serve. */
export const oldestVersionName = 'oldestVersion';

/**
 * Runs the migrations after the time `last`, with Drizzle's record of them. One that waits too long for a lock of a table is
 * rolled back and tried again, so that requests never queue behind it for long.
 */
export async function runMigrations(
  db: Sql,
  folder: string,
  last: number,
  wait: (ms: number) => Promise<unknown> = pause,
) {
  await db.execute(statement`create schema if not exists drizzle`);
  await db.execute(statement`create table if not exists drizzle.__drizzle_migrations
    (id serial primary key, hash text not null, created_at bigint)`);
  const files = readMigrationFiles({ migrationsFolder: folder });
  const tags = tagsIn(folder);
  for (const [n, { sql: statements, hash, folderMillis }] of files.entries()) {
    if (folderMillis <= last) continue;
    const text = readFileSync(join(folder, `${tags[n]}.sql`), 'utf8');
    const run = async (on: Sql) => {
      for (const one of statements) await on.execute(statement.raw(one));
      const [, oldest] = contract.exec(text) ?? [];
      if (oldest) await setOldestVersion(on, oldest);
      await on.execute(
        statement`insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${folderMillis})`,
      );
    };
    await retryLocked(() => (withoutTransaction.test(text) ? run(db) : db.transaction(run)), wait);
  }
}

const setOldestVersion = (db: Sql, value: string) =>
  db.execute(statement`insert into secrets (name, value) values (${oldestVersionName}, ${value})
    on conflict (name) do update set value = excluded.value`);

async function retryLocked(work: () => Promise<void>, wait: (ms: number) => Promise<unknown>) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isLockTimeout(error) || attempt === migrationLocks.attempts) throw error;
      await wait(migrationLocks.pause);
    }
  }
}

interface Journal {
  entries: { tag: string }[];
}

function tagsIn(folder: string): string[] {
  const journal = JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8')) as Journal;
  return journal.entries.map(({ tag }) => tag);
}
