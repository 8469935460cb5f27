import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbedded, prepareEmbedded } from '../../src/database/embedded-database.ts';
import { openPostgres } from '../../src/database/postgres.ts';
import { runSql, databaseAt } from './postgres-database.ts';
import { migrations, template } from './database-template.ts';

/** Makes the database without a row that every other is a copy of. */
export default async function setUp() {
  const server = process.env['TEST_DATABASE_URL'];
  return server ? onServer(server) : embedded();
}

async function onServer(server: string) {
  const name = `foyer_test_${process.pid}`;
  await runSql(server, `create database ${name}`);
  const { close } = await openPostgres(databaseAt(server, name), migrations, () => {});
  await close();
  process.env['TEST_DATABASE_TEMPLATE'] = name;
  return async () => {
    // The workers leave the databases that they reuse.
    const made = await runSql(server, `select datname from pg_database where starts_with(datname, '${name}_')`);
    for (const datname of [name, ...made.map((one) => one['datname'])])
      await runSql(server, `drop database "${String(datname)}" with (force)`);
  };
}

async function embedded() {
  if (!existsSync(template)) {
    const making = `${template}.${process.pid}`;
    mkdirSync(making, { recursive: true });
    await prepareEmbedded(making);
    const { close } = await openEmbedded({ data: making, migrations }, '');
    await close();
    renameSync(making, template);
  }
  const folder = mkdtempSync(join(tmpdir(), 'foyer-kept-'));
  process.env['REUSED_DATABASES'] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
