import { cpSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { newTestDatabase } from '../../test/support/test-app.ts';
import { testCli } from '../../test/support/test-cli.ts';
import { readConfig } from '../config/read-config.ts';
import { openDatabase } from '../create-services.ts';
import { createLog } from '../platform/log.ts';
import type { MigrationMode } from './migrations.ts';

const migrationsFolder = 'server/migrations';
const { log } = createLog('silent', { write() {} });

/** The migrations of a later version: one more than now. */
function laterVersion() {
  const folder = temporaryFolder(onTestFinished);
  cpSync(migrationsFolder, folder, { recursive: true });
  const path = join(folder, 'meta/_journal.json');
  const journal = JSON.parse(readFileSync(path, 'utf8')) as { entries: { when: number; tag: string }[] };
  const last = journal.entries.at(-1)!;
  journal.entries.push({ ...last, when: last.when + 1, tag: '9999_later' });
  writeFileSync(path, JSON.stringify(journal));
  writeFileSync(join(folder, '9999_later.sql'), 'alter table accounts add column later text;');
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

/** Before these migrations no version was in use. */
const firstChecked = 26;

test('a migration breaks no version that still runs, unless it says since when nothing needs what it removes', () => {
  const breaking = /\b(drop (table|column)|rename|set not null|set data type|alter column \S+ type)\b/i;
  const files = readdirSync(migrationsFolder).filter((name) => Number.parseInt(name, 10) >= firstChecked);
  const isBreaking = (name: string) => {
    const text = readFileSync(join(migrationsFolder, name), 'utf8');
    return breaking.test(text) && !/^-- contract: unused since \d+\.\d+/m.test(text);
  };
  expect(files).not.toEqual([]);
  expect(files.filter(isBreaking)).toEqual([]);
});
