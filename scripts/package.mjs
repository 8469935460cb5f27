import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join, relative, resolve, sep } from 'node:path';
import { parseArgs } from 'node:util';
import { bootstrap } from './support/bootstrap.mjs';
import { productionPackages } from './support/production-packages.mjs';
import { root } from './support/root.mjs';

const { values } = parseArgs({ options: { out: { type: 'string' } } });
if (!values.out) {
  console.error('Name the folder to write: npm run package -- --out FOLDER');
  process.exit(2);
}
const out = resolve(values.out);
if (existsSync(out) && readdirSync(out).length > 0 && !existsSync(join(out, 'dist/server/main.mjs'))) {
  console.error(`${out} contains something else: name a folder that is empty or does not exist`);
  process.exit(1);
}
await bootstrap();
// Only what this script writes is replaced: the folder may also hold the embedded database and `.env`.
for (const path of ['dist', 'server', 'node_modules', 'LICENSE', 'health-check.mjs', 'package.json'])
  rmSync(join(out, path), { recursive: true, force: true });
mkdirSync(out, { recursive: true });

copy('dist', isForProduction);
for (const path of ['server/migrations', 'LICENSE']) copy(path, () => true);
copy('deploy/health-check.mjs', () => true, 'health-check.mjs');
const lockFile = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
// npm installs the optional packages of this platform alone.
for (const path of productionPackages(lockFile).filter((one) => existsSync(join(root, one))))
  copy(path, isNeeded(path));
const { name, version, license, type, engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
writeFileSync(
  join(out, 'package.json'),
  `${JSON.stringify({ name, version, private: true, license, type, engines })}\n`,
);
console.log(`${out}: ${(sizeOf(out) / 1_000_000).toFixed(1)} MB`);

function copy(path, filter, target = path) {
  cpSync(join(root, path), join(out, target), { recursive: true, dereference: true, filter });
}

/** Leaves out the sandbox: the service and the page load it from files of their own, which have its name. */
function isForProduction(source) {
  return !basename(source).startsWith('sandbox');
}

/** Leaves out what is never imported: types, source maps, documentation, and packages inside, which are copied by themselves. */
function isNeeded(path) {
  return (source) => {
    const [first = '', ...rest] = relative(join(root, path), source).split(sep);
    if (
      /^(node_modules|tests?|docs?|examples?|benchmarks?|\.github)$/.test(first) &&
      (rest.length > 0 || isFolder(source))
    )
      return false;
    return !/\.(d\.[cm]?ts|map|md|markdown|tsbuildinfo)$/.test(basename(source));
  };
}

function isFolder(path) {
  return statSync(path).isDirectory();
}

function sizeOf(path) {
  if (!isFolder(path)) return statSync(path).size;
  return readdirSync(path).reduce((sum, entry) => sum + sizeOf(join(path, entry)), 0);
}
