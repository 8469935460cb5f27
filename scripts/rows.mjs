import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { installPackages } from './packages.mjs';
import { root } from './root.mjs';

await installPackages();
const { parseAst } = await import('vite');

const row = /\b[A-Z]{2}-\d{2}\b/g;
const groups = requiredRows();
const proven = new Set(testFiles().flatMap((file) => rowsInTitles(readFileSync(file, 'utf8'), file)));

let required = 0;
let covered = 0;
for (const [group, rows] of groups) {
  const missing = rows.filter((id) => !proven.has(id));
  required += rows.length;
  covered += rows.length - missing.length;
  const count = `${rows.length - missing.length} of ${rows.length}`.padEnd(10);
  console.log(`${group}  ${count}${missing.length ? `without a test: ${missing.join(' ')}` : 'all tested'}`);
}
console.log(`${covered} of ${required} rows stand in the title of a test.`);

function requiredRows() {
  const found = new Map();
  const text = readFileSync(join(root, 'docs/requirements.md'), 'utf8');
  for (const [, id] of text.matchAll(/^\| ([A-Z]{2}-\d{2}) \|/gm)) {
    const group = id.slice(0, 2);
    found.set(group, [...(found.get(group) ?? []), id]);
  }
  return found;
}

function testFiles() {
  return ['contract', 'web', 'server', 'sandbox', 'e2e'].flatMap((room) =>
    readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(test|spec)\.tsx?$/.test(name) && !name.includes('node_modules'))
      .map((name) => join(root, room, name)),
  );
}

/** Only what a test is called counts: not a comment, not a test that is skipped. */
function rowsInTitles(source, file) {
  const rows = [];
  visit(parseAst(source, { lang: file.endsWith('x') ? 'tsx' : 'ts' }), (node) => {
    if (node.type !== 'CallExpression' || !isTest(node.callee)) return;
    const collect = (part) => wordsOf(part).forEach((text) => rows.push(...(text.match(row) ?? [])));
    collect(node.arguments[0]);
    // The words of a table, as in `test.each([['a lock [LF-05]', …]])('after %s …')`, become titles too.
    if (node.callee.type === 'CallExpression') visit(node.callee.arguments, collect);
  });
  return rows;
}

function isTest(callee) {
  if (callee.type === 'Identifier') return ['test', 'it', 'describe'].includes(callee.name);
  if (callee.type === 'CallExpression') return isTest(callee.callee);
  if (callee.type !== 'MemberExpression') return false;
  return !['skip', 'todo', 'fixme'].includes(callee.property.name) && isTest(callee.object);
}

function wordsOf(title) {
  if (title?.type === 'Literal') return [String(title.value)];
  return title?.type === 'TemplateLiteral' ? title.quasis.map(({ value }) => value.cooked) : [];
}

function visit(node, see) {
  if (Array.isArray(node)) for (const one of node) visit(one, see);
  else if (node && typeof node === 'object') {
    if (node.type) see(node);
    for (const value of Object.values(node)) visit(value, see);
  }
}
