import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { runOrExit } from './child-processes.mjs';
import { root } from './root.mjs';

const inputs = ['contract', 'sandbox', 'server', 'web', 'package-lock.json', 'tsconfig.base.json', 'scripts/build.mjs'];
const outputs = ['web', 'web-ssr/render.mjs', 'server/main.mjs', 'server/prepare-database.mjs', 'server/foyer.mjs'];
const ignored = /^(node_modules|dist|migrations|test)$|\.test\.tsx?$|\.md$/;

/** The file in `dist` where the build stores the digest of its inputs. */
export const digestFile = 'inputs.sha256';

/** Builds if an input has changed since the last build. Contents are compared, because a checkout changes all dates. */
export async function buildIfStale() {
  if (!isFresh()) await build();
}

export async function buildIfMissing() {
  if (!isBuilt()) await build();
}

async function build() {
  console.error('Building…');
  await runOrExit([process.execPath, 'scripts/build.mjs'], 'The build failed');
}

const dist = join(root, 'dist');
const isBuilt = () => [...outputs, digestFile].every((path) => existsSync(join(dist, path)));

export const isFresh = () => isBuilt() && readFileSync(join(dist, digestFile), 'utf8') === digestOfInputs();

export function digestOfInputs() {
  const digest = createHash('sha256');
  const add = (path) => {
    const fullPath = join(root, path);
    if (!statSync(fullPath, { throwIfNoEntry: false })?.isDirectory()) {
      digest
        .update(`${path}\0`)
        .update(existsSync(fullPath) ? readFileSync(fullPath) : 'absent')
        .update('\0');
      return;
    }
    for (const name of readdirSync(fullPath).sort()) if (!ignored.test(name)) add(`${path}/${name}`);
  };
  inputs.forEach(add);
  // The build carries it in its version.
  digest.update(process.env.FOYER_COMMIT ?? '');
  return digest.digest('hex');
}
