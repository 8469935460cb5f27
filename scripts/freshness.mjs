import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { runQuietly } from './command.mjs';
import { root } from './root.mjs';

const inputs = ['contract', 'sandbox', 'server', 'web', 'package-lock.json', 'tsconfig.base.json', 'scripts/build.mjs'];
const outputs = [
  'web',
  'web-ssr/render.mjs',
  'server/main.mjs',
  'server/prepare-database.mjs',
  'server/content-command.mjs',
  'server/sso-command.mjs',
];
const notBuilt = /^(node_modules|dist|migrations|test)$|\.test\.tsx?$|\.md$/;

/** Left in dist by the build: what it was made of. */
export const stamp = 'inputs.sha256';

/** Builds when a source has changed since the last build; by content, so that a new checkout is not a change. */
export async function buildIfStale() {
  if (isFresh()) return;
  console.log('Building…');
  await runQuietly([process.execPath, 'scripts/build.mjs'], 'The build failed');
}

export function isFresh() {
  const dist = join(root, 'dist');
  if (![...outputs, stamp].every((path) => existsSync(join(dist, path)))) return false;
  return readFileSync(join(dist, stamp), 'utf8') === digestOfInputs();
}

export function digestOfInputs() {
  const digest = createHash('sha256');
  const add = (path) => {
    const whole = join(root, path);
    if (!statSync(whole, { throwIfNoEntry: false })?.isDirectory()) {
      digest
        .update(`${path}\0`)
        .update(existsSync(whole) ? readFileSync(whole) : 'absent')
        .update('\0');
      return;
    }
    for (const name of readdirSync(whole).sort()) if (!notBuilt.test(name)) add(`${path}/${name}`);
  };
  inputs.forEach(add);
  return digest.digest('hex');
}
