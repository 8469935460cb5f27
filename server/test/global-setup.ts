import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { openEmbedded, prepareEmbedded } from '../src/platform/embedded-database.ts';
import { migrations, template } from './template.ts';

/** Without a server: makes the database without a row that every file starts from a copy of, unless there is one. */
export default async function setUp() {
  if (process.env['TEST_DATABASE_URL'] || existsSync(template)) return;
  const making = `${template}.${process.pid}`;
  mkdirSync(making, { recursive: true });
  await prepareEmbedded(making);
  const { close } = await openEmbedded({ data: making, migrations }, '');
  await close();
  renameSync(making, template);
}
