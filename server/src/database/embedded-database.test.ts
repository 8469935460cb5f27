import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { StartupError } from '../platform/startup-error.ts';
import { openEmbedded } from './embedded-database.ts';

test.each([
  ['cannot be opened', 'PG_VERSION'],
  ['has lost its version', 'postgresql.conf'],
])('a database that %s stops the start with advice and stays as it is', async (_, file) => {
  const data = temporaryFolder(onTestFinished);
  mkdirSync(join(data, 'database'));
  writeFileSync(join(data, 'database', file), 'junk');

  const error: unknown = await openEmbedded({ data, migrations: 'server/migrations' }, '').catch((e: unknown) => e);
  expect(error).toBeInstanceOf(StartupError);
  expect((error as Error).message).toMatch(
    /^DATA_DIR is ".*": its database cannot be opened \(.+\), it is probably damaged: restore .* backup, or move it away/,
  );
  expect(readdirSync(data)).toEqual(['database']);
});

test('before it is opened, the database is closed to other users of the machine', async () => {
  const data = temporaryFolder(onTestFinished);
  const database = join(data, 'database');
  mkdirSync(database, { mode: 0o755 });
  writeFileSync(join(database, 'PG_VERSION'), 'junk');
  await expect(openEmbedded({ data, migrations: 'server/migrations' }, '')).rejects.toThrow(StartupError);
  expect(statSync(database).mode & 0o777).toBe(0o700);
});
