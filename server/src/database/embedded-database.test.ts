import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { sql } from 'drizzle-orm';
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

test('a process killed in the middle of its work loses nothing that it acknowledged', async () => {
  const data = temporaryFolder(onTestFinished);
  const script = `
    import { PGlite } from '@electric-sql/pglite';
    const db = await PGlite.create(${JSON.stringify(join(data, 'database'))});
    await db.exec('create table if not exists kept (n int primary key)');
    for (let n = 0; ; n += 1) { await db.query('insert into kept values ($1)', [n]); console.log(n); }`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let acknowledged = -1;
  for await (const line of createInterface(child.stdout)) {
    acknowledged = Number(line);
    if (acknowledged >= 200) break;
  }
  child.kill('SIGKILL');
  await once(child, 'exit');

  const database = await openEmbedded({ data, migrations: 'server/migrations' }, '');
  const [kept] = await database.sql.select({ count: sql<string>`count(*)`, last: sql<string>`max(n)` }).from(sql`kept`);
  expect(Number(kept?.last)).toBeGreaterThanOrEqual(acknowledged);
  expect(Number(kept?.count)).toBe(Number(kept?.last) + 1);
  await database.close();
});
