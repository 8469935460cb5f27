import { readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { installPackages } from './support/npm-packages.mjs';
import { root } from './support/root.mjs';

await installPackages();
const { requiredRows, rowsInTitles } = await import('./support/requirement-rows.mjs');
const { missingTests } = await import('./support/conformance-cases.mjs');

const tested = new Set(testFiles().flatMap((file) => rowsInTitles(readFileSync(file, 'utf8'), file)));
const groups = requiredRows(readFileSync(join(root, 'docs/requirements.md'), 'utf8'));

let requiredCount = 0;
let testedCount = 0;
for (const [group, rows] of groups) {
  const missing = rows.filter((id) => !tested.has(id));
  requiredCount += rows.length;
  testedCount += rows.length - missing.length;
  const count = `${rows.length - missing.length} of ${rows.length}`.padEnd(10);
  console.log(`${group}  ${count}${missing.length ? `without a test: ${missing.join(' ')}` : 'all tested'}`);
}
console.log(`${testedCount} of ${requiredCount} rows are named in the title of a test of the short form.`);

const missing = missingTests(readFileSync(join(root, 'docs/oidc-conformance.md'), 'utf8'), (name) => {
  const files = testFiles().filter((file) => basename(file) === name);
  return files.length > 0 ? files.map((file) => readFileSync(file, 'utf8')).join('\n') : undefined;
});
for (const test of missing) console.log(`docs/oidc-conformance.md names a test that does not exist: ${test}`);
if (testedCount < requiredCount || missing.length > 0) process.exitCode = 1;

function testFiles() {
  return ['contract', 'web', 'server', 'sandbox', 'e2e'].flatMap((workspace) =>
    readdirSync(join(root, workspace), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.(test|spec)\.tsx?$/.test(path) && !path.includes('node_modules'))
      .map((path) => join(root, workspace, path)),
  );
}
