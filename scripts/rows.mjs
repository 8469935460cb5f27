import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { installPackages } from './support/npm-packages.mjs';
import { root } from './support/root.mjs';

await installPackages();
const { requiredRows, rowsInTitles } = await import('./support/requirement-rows.mjs');

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
if (testedCount < requiredCount) process.exitCode = 1;

function testFiles() {
  return ['contract', 'web', 'server', 'sandbox', 'e2e'].flatMap((workspace) =>
    readdirSync(join(root, workspace), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.(test|spec)\.tsx?$/.test(path) && !path.includes('node_modules'))
      .map((path) => join(root, workspace, path)),
  );
}
