import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { prepareEmbedded } from '../src/platform/embedded-database.ts';
import { template } from './template.ts';

/** Makes the empty database that every test file starts from a copy of, unless an earlier run has left one. */
export default async function setUp() {
  if (existsSync(join(template, 'database'))) return;
  mkdirSync(template, { recursive: true });
  await prepareEmbedded(template);
}
