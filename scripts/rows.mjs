import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { installPackages } from './support/npm-packages.mjs';
import { root } from './support/root.mjs';

await installPackages();
const { parseAst } = await import('vite');

const rowId = /\b[A-Z]{2}-\d{2}\b/g;
const tested = new Set(testFiles().flatMap((file) => rowsInTitles(readFileSync(file, 'utf8'), file)));

let requiredCount = 0;
let testedCount = 0;
for (const [group, rows] of requiredRows()) {
  const missing = rows.filter((id) => !tested.has(id));
  requiredCount += rows.length;
  testedCount += rows.length - missing.length;
  const count = `${rows.length - missing.length} of ${rows.length}`.padEnd(10);
  console.log(`${group}  ${count}${missing.length ? `without a test: ${missing.join(' ')}` : 'all tested'}`);
}
console.log(`${testedCount} of ${requiredCount} rows are named in the title of a test.`);

/** The rows of the requirements by group, which is the two letters of their id. */
function requiredRows() {
  const groups = new Map();
  const text = readFileSync(join(root, 'docs/requirements.md'), 'utf8');
  for (const [, id] of text.matchAll(/^\| ([A-Z]{2}-\d{2}) \|/gm)) {
    const group = id.slice(0, 2);
    groups.set(group, [...(groups.get(group) ?? []), id]);
  }
  return groups;
}

function testFiles() {
  return ['contract', 'web', 'server', 'sandbox', 'e2e'].flatMap((workspace) =>
    readdirSync(join(root, workspace), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.(test|spec)\.tsx?$/.test(path) && !path.includes('node_modules'))
      .map((path) => join(root, workspace, path)),
  );
}

/** Only the titles of tests and groups of tests count: no comments, no skipped tests. */
function rowsInTitles(source, file) {
  const rows = [];
  visit(parseAst(source, { lang: file.endsWith('x') ? 'tsx' : 'ts' }), (node) => {
    if (node.type !== 'CallExpression' || !isTest(node.callee)) return;
    const collect = (title) => textsOf(title).forEach((text) => rows.push(...(text.match(rowId) ?? [])));
    collect(node.arguments[0]);
    // The texts of a table become titles too: `test.each([['a lock [LF-05]', …]])('after %s …')`.
    if (node.callee.type === 'CallExpression') visit(node.callee.arguments, collect);
  });
  return rows;
}

/** Recognizes `test(…)`, `test.step(…)`, `describe.each(…)(…)` and the like, but not skipped tests. */
function isTest(callee) {
  if (callee.type === 'Identifier') return ['test', 'it', 'describe'].includes(callee.name);
  if (callee.type === 'CallExpression') return isTest(callee.callee);
  if (callee.type !== 'MemberExpression') return false;
  return !['skip', 'todo', 'fixme'].includes(callee.property.name) && isTest(callee.object);
}

function textsOf(node) {
  if (node?.type === 'Literal') return [String(node.value)];
  return node?.type === 'TemplateLiteral' ? node.quasis.map(({ value }) => value.cooked) : [];
}

function visit(node, onNode) {
  if (Array.isArray(node)) for (const child of node) visit(child, onNode);
  else if (node && typeof node === 'object') {
    if (node.type) onNode(node);
    for (const value of Object.values(node)) visit(value, onNode);
  }
}
