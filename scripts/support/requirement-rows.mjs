import { parseAst } from 'vite';

const rowId = /\b[A-Z]{2}-\d{2}\b/g;

/** The rows of the requirements by group, which is the two letters of their id. */
export function requiredRows(requirements) {
  const groups = new Map();
  for (const [, id] of requirements.matchAll(/^\| ([A-Z]{2}-\d{2}) \|/gm)) {
    const group = id.slice(0, 2);
    groups.set(group, [...(groups.get(group) ?? []), id]);
  }
  return groups;
}

/** The rows in titles of tests and groups of tests of the short form: no comments, no skipped tests. */
export function rowsInTitles(source, file) {
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
    for (const value of Object.values(inShortForm(node))) visit(value, onNode);
  }
}

/** A condition on `isShortForm` without the branch that only the long form runs. */
function inShortForm(node) {
  const { type, test } = node;
  if (type !== 'IfStatement' && type !== 'ConditionalExpression') return node;
  if (isName(test)) return { ...node, alternate: null };
  const isNegated = test.type === 'UnaryExpression' && test.operator === '!' && isName(test.argument);
  return isNegated ? { ...node, consequent: null } : node;
}

const isName = ({ type, name }) => type === 'Identifier' && name === 'isShortForm';
