import { cpSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { seconds } from '@foyer/contract/time';
import { drizzle } from 'drizzle-orm/node-postgres';
import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { createTestApp, newTestDatabase } from '../../test/support/test-app.ts';
import { testCli } from '../../test/support/test-cli.ts';
import { readConfig } from '../config/read-config.ts';
import { openDatabase } from '../create-services.ts';
import { createLog } from '../platform/log.ts';
import { type MigrationMode, isOlder } from './migrations.ts';
import { runMigrations } from './run-migrations.ts';

const migrationsFolder = 'server/migrations';
const { log } = createLog('silent', { write() {} });

/** The migrations of a later version: one more than now. */
function laterVersion(text = 'alter table accounts add column later text;') {
  const folder = temporaryFolder(onTestFinished);
  cpSync(migrationsFolder, folder, { recursive: true });
  const path = join(folder, 'meta/_journal.json');
  const journal = JSON.parse(readFileSync(path, 'utf8')) as { entries: { when: number; tag: string }[] };
  const last = journal.entries.at(-1)!;
  journal.entries.push({ ...last, when: last.when + 1, tag: '9999_later' });
  writeFileSync(path, JSON.stringify(journal));
  writeFileSync(join(folder, '9999_later.sql'), text);
  return folder;
}

async function testDatabase() {
  const { env, clear } = await newTestDatabase();
  onTestFinished(clear);
  async function open(mode: MigrationMode, migrations: string) {
    const config = readConfig(env);
    const database = await openDatabase({ ...config, folders: { ...config.folders, migrations } }, log, mode);
    await database.close();
    return database.migrations;
  }
  return { env, open };
}

test('a start that may not migrate ends with an error that names the command, and changes nothing', async () => {
  const { open } = await testDatabase();
  const later = laterVersion();
  await expect(open('require', later)).rejects.toThrow(
    'The database lacks 1 migrations, from 9999_later: run npx foyer migrate first, or set MIGRATE_AT_START to on',
  );
  expect(await open('list', later)).toEqual(['9999_later']);
});

test('migrations run once, and both the new and the old version start afterwards', async () => {
  const { open } = await testDatabase();
  const later = laterVersion();
  expect(await open('run', later)).toEqual(['9999_later']);
  expect(await open('run', later)).toEqual([]);
  expect(await open('require', later)).toEqual([]);
  expect(await open('require', migrationsFolder)).toEqual([]);
});

test('foyer migrate says that nothing is pending', async () => {
  const { env } = await testDatabase();
  const cli = testCli({ env });
  expect(await cli('migrate')).toEqual({
    code: 0,
    stdout: expect.stringMatching(/^Nothing to migrate, .*database .*\.$/),
    stderr: '',
  });
  expect((await cli('migrate', '--dry-run', '--json')).stdout).toBe('{"pending":[]}');
});

test.runIf(process.env['TEST_DATABASE_URL'])('foyer migrate makes all tables of an empty database', async () => {
  const { env, clear } = await newTestDatabase({ bare: true });
  onTestFinished(clear);
  const cli = testCli({ env: { ...env, MIGRATE_AT_START: 'off' } });
  expect((await cli('limits', 'clear', '13800138000')).stderr).toMatch(/^The database lacks \d+ migrations/);
  expect((await cli('migrate', '--dry-run')).stdout).toMatch(/^Pending migrations, .*database .*:\n {2}0000_first\n/);
  expect((await cli('migrate')).stdout).toMatch(/^Migrated, .*database .*:\n {2}0000_first\n/);
  expect((await cli('limits', 'clear', '13800138000')).code).toBe(0);
});

test('a migration that cannot be in a transaction runs without one', async () => {
  const { open } = await testDatabase();
  const index = [
    'drop index concurrently if exists later;',
    'create index concurrently later on accounts (name);',
  ].join('--> statement-breakpoint\n');
  const later = laterVersion(`-- without a transaction\n${index}`);
  expect(await open('run', later)).toEqual(['9999_later']);
  expect(await open('require', later)).toEqual([]);
});

test('a version whose tables are gone does not start', async () => {
  const { open } = await testDatabase();
  const later = laterVersion('-- contract: unused since 9.2\nalter table accounts drop column latin_name;');
  expect(await open('run', later)).toEqual(['9999_later']);
  await expect(open('require', migrationsFolder)).rejects.toThrow(
    'The database has been migrated by a newer version: it needs 9.2 or later, and this is 0.1.0',
  );
});

test.each([
  ['0.1.0', '0.2', true],
  ['0.2.0+0123456789ab', '0.2', false],
  ['0.10.0', '0.9', false],
  ['1.0.0', '0.9', false],
  ['0.9.9', '1.0', true],
])('%s is older than %s: %s', (own, oldest, expected) => {
  expect(isOlder(own, oldest)).toBe(expected);
});

test.runIf(process.env['TEST_DATABASE_URL'])(
  'a node that runs is not ready once a newer version has removed what it needs',
  async () => {
    const { env, open } = await testDatabase();
    const services = await createTestApp({ env });
    onTestFinished(services.close);
    expect((await services.app.inject('/readyz')).statusCode).toBe(200);
    await open('run', laterVersion('-- contract: unused since 9.2\nalter table accounts drop column latin_name;'));
    const answer = await services.app.inject('/readyz');
    expect([answer.statusCode, answer.json()]).toEqual([503, { ready: false, database: 'newerSchema' }]);
  },
);

test.runIf(process.env['TEST_DATABASE_URL'])(
  'a migration that waits too long for a lock is rolled back, and tried again later',
  async () => {
    const { env } = await testDatabase();
    const [migrating, working] = [1, 2].map(() => new Client({ connectionString: env['DATABASE_URL'] }));
    for (const client of [migrating!, working!]) {
      await client.connect();
      onTestFinished(async () => client.end());
    }
    await migrating!.query("set lock_timeout = '20ms'");
    await working!.query('begin');
    await working!.query('lock table accounts in access exclusive mode');
    const later = laterVersion(
      'create table half (id integer);--> statement-breakpoint\nalter table accounts add column later text;',
    );
    const waits: number[] = [];
    await runMigrations(drizzle(migrating!), later, lastOf(migrationsFolder), async (ms) => {
      waits.push(ms);
      expect((await working!.query("select to_regclass('half') as half")).rows).toEqual([{ half: null }]);
      await working!.query('rollback');
    });
    expect(waits).toEqual([seconds(2)]);
    expect((await working!.query('select later from accounts')).rows).toEqual([]);
  },
);

function lastOf(folder: string) {
  const journal = JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8')) as {
    entries: { when: number }[];
  };
  return journal.entries.at(-1)!.when;
}

test('only the newest description of the schema is kept, from which the next migration is generated', () => {
  const newest = readdirSync(migrationsFolder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .at(-1)!;
  const kept = readdirSync(join(migrationsFolder, 'meta')).filter((name) => name.endsWith('_snapshot.json'));
  expect(kept).toEqual([newest.replace(/_.*/, '_snapshot.json')]);
});

/** The last migration of the time before the first release, after which the rules for large tables hold. */
const lastBeforeRelease = '0028_new-factors.sql';

test('a migration after the first release blocks no table for long', () => {
  const files = readdirSync(migrationsFolder).filter((name) => name.endsWith('.sql') && name > lastBeforeRelease);
  const texts = files.map((name) => readFileSync(join(migrationsFolder, name), 'utf8'));
  expect(texts.flatMap(blockingStatements)).toEqual([]);
});

test.each([
  ['an index of a table that is there', 'CREATE INDEX "a_b" ON "a" USING btree ("b");', 1],
  [
    'an index of a new table',
    'CREATE TABLE "a" ("b" text);--> statement-breakpoint\nCREATE INDEX "a_b" ON "a" ("b");',
    0,
  ],
  [
    'an index that is built beside requests',
    '-- without a transaction\ndrop index concurrently if exists "a_b";--> statement-breakpoint\ncreate index concurrently "a_b" on "a" ("b");',
    0,
  ],
  [
    'one that an interruption would leave invalid',
    '-- without a transaction\ncreate index concurrently "a_b" on "a" ("b");',
    1,
  ],
  [
    'one whose migration is a transaction',
    'drop index concurrently if exists "a_b";--> statement-breakpoint\ncreate index concurrently "a_b" on "a" ("b");',
    2,
  ],
  ['a constraint that reads the table', 'ALTER TABLE "a" ADD CONSTRAINT "c" CHECK ("b" > 0);', 1],
  ['a constraint that does not', 'ALTER TABLE "a" ADD CONSTRAINT "c" CHECK ("b" > 0) NOT VALID;', 0],
  [
    'a column whose value is computed for each row',
    'ALTER TABLE "a" ADD COLUMN "b" text DEFAULT gen_random_uuid() NOT NULL;',
    1,
  ],
  ['a column', 'ALTER TABLE "a" ADD COLUMN "b" text;', 0],
])('the rule knows %s', (_, text, found) => {
  expect(blockingStatements(text)).toHaveLength(found);
});

/** The statements that would keep requests waiting on a large table. */
function blockingStatements(text: string): string[] {
  const created = [...text.matchAll(/create table (?:if not exists )?"?(\w+)"?/gi)].map(([, name]) => name);
  const isAlone = /^-- without a transaction$/m.test(text);
  return text.split('--> statement-breakpoint').filter((statement) => {
    const [, table] = /\b(?:on|alter table)\s+"?(\w+)"?/i.exec(statement) ?? [];
    if (/\bconcurrently\b/i.test(statement)) {
      const [, index] = /create (?:unique )?index concurrently "?(\w+)"?/i.exec(statement) ?? [];
      return (
        !isAlone ||
        (index !== undefined && !new RegExp(`drop index concurrently if exists "?${index}"?`, 'i').test(text))
      );
    }
    if (table !== undefined && created.includes(table)) return false;
    return (
      /create (unique )?index/i.test(statement) ||
      (/add constraint/i.test(statement) && !/not valid/i.test(statement)) ||
      /add column[^;]*default[^;]*\(/i.test(statement)
    );
  });
}

test('a migration breaks no version that still runs, unless it says since when nothing needs what it removes', () => {
  const breaking = /\b(drop (table|column)|rename|set not null|set data type|alter column \S+ type)\b/i;
  const files = readdirSync(migrationsFolder).filter((name) => name.endsWith('.sql') && name !== '0000_first.sql');
  const isBreaking = (name: string) => {
    const text = readFileSync(join(migrationsFolder, name), 'utf8');
    return breaking.test(text) && !/^-- contract: unused since \d+\.\d+/m.test(text);
  };
  expect(files).not.toEqual([]);
  expect(files.filter(isBreaking)).toEqual([]);
});
