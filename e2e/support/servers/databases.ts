import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';

/**
 * Makes a database on the PostgreSQL server of this run, which is deleted with all of them; returns the setting that
 * names it. It is a copy of the one with the people of the sandbox, unless another template is named.
 */
export async function newDatabase(template = process.env.SEEDED_DATABASE!) {
  const { POSTGRES_PROGRAMS: programs, POSTGRES_URL: server } = process.env;
  const name = `foyer_${randomBytes(6).toString('hex')}`;
  const options = [`--maintenance-db=${server!}`, `--template=${template}`];
  await promisify(execFile)(join(programs!, 'createdb'), [...options, name]);
  return { DATABASE_URL: server!.replace(/[^/]*$/, name) };
}

export const emptyDatabase = () => newDatabase('template0');
