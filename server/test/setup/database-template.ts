import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite');
const { version } = JSON.parse(readFileSync(join(dirname(entry), '../package.json'), 'utf8')) as { version: string };

export const migrations = join(import.meta.dirname, '../../migrations');
const tables = createHash('sha256');
for (const name of readdirSync(migrations).sort())
  if (name.endsWith('.sql')) tables.update(readFileSync(join(migrations, name)));

/** One for each version of the embedded database and of our tables. */
export const template = join(
  import.meta.dirname,
  '../../../.cache',
  `empty-database-${version}-${tables.digest('hex').slice(0, 8)}`,
);
