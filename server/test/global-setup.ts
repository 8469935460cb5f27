import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { openEmbedded, prepareEmbedded } from '../src/platform/embedded-database.ts';
import { migrations, template } from './template.ts';

/** Makes the database without a row that every test file starts from a copy of, unless an earlier run has left one. */
export default async function setUp() {
  if (existsSync(template)) return;
  const making = `${template}.${process.pid}`;
  mkdirSync(making, { recursive: true });
  await prepareEmbedded(making);
  const { close } = await openEmbedded({ data: making, migrations }, '');
  await close();
  renameSync(making, template);
}
