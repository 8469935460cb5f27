import { parse } from 'acorn';
import { full } from 'acorn-walk';
import { lackedBy, namesBelow } from './floor.mjs';
import { aboveFloorInSelector } from './styles.mjs';

/** The newest edition that all browsers of the floor can parse. */
const ecmaVersion = 2021;

/** Global variables, and the interfaces of what they hold. */
const globals = {
  window: 'Window',
  self: 'Window',
  globalThis: 'Window',
  document: 'Document',
  navigator: 'Navigator',
  location: 'Location',
  history: 'History',
  crypto: 'Crypto',
  performance: 'Performance',
  screen: 'Screen',
};
const builtins = 'javascript/builtins';
/** Interfaces by the name of a member: `at` is one of `Array`, `String` and the typed arrays. */
const members = memberIndex();
const names = new Set([...namesBelow('api'), ...namesBelow('api/Window'), ...namesBelow(builtins)]);

/**
 * What a script uses that a browser of the floor lacks: paths of the data, each with its places. The type of an object
 * is not known: a member counts when every interface that has one of this name lacks it in some browser of the floor.
 */
export function aboveFloorInScript(code) {
  const used = new Map();
  let tree;
  try {
    tree = parse(code, { ecmaVersion, sourceType: 'module' });
  } catch (error) {
    return new Map([[`syntax: ${error.message}`, [code.slice(error.pos, error.pos + 60)]]]);
  }
  const declared = declaredNames(tree);
  const isGlobal = (node, name = node.name) => node.type === 'Identifier' && node.name === name && !declared.has(name);
  const lacks = (path) => lackedBy(path)?.length > 0;
  const place = ({ start }) => code.slice(Math.max(0, start - 20), start + 60);
  const use = (path, node) => used.set(path, [...(used.get(path) ?? []), place(node)]);
  const add = (node, paths) => paths.filter(lacks).forEach((path) => use(path, node));

  const called = new Set();
  full(tree, (node) => {
    if (node.type === 'CallExpression') called.add(node.callee);
  });
  full(tree, (node) => {
    if (node.type === 'Identifier' && names.has(node.name) && isGlobal(node)) add(node, globalPaths(node.name));
    if (node.type === 'MemberExpression') {
      const name = nameOf(node);
      if (name !== undefined) add(node, memberPaths(node, name, isGlobal, called));
    }
    // Chrome before 91 reads it wrongly: https://crbug.com/v8/11558
    if (node.type === 'CallExpression' && node.optional && node.arguments.some(({ type }) => type === 'SpreadElement'))
      use('syntax: a spread in an optional call', node);
    if (node.type === 'Literal' && node.regex && /\(\?<[=!]/.test(node.regex.pattern))
      add(node, ['javascript/regular_expressions/lookbehind_assertion']);
    if (node.type === 'CallExpression' || node.type === 'NewExpression') add(node, callPaths(node));
    // The walk leaves out the keys of a pattern.
    if (node.type === 'VariableDeclarator' && node.id.type === 'ObjectPattern' && node.init)
      for (const property of node.id.properties)
        if (property.type === 'Property' && !property.computed && property.key.type === 'Identifier')
          add(node, ownedPaths(node.init, property.key.name, isGlobal));
  });
  return used;
}

const globalPaths = (name) => [`api/${name}`, `api/Window/${name}`, `${builtins}/${name}`];

function memberPaths(node, name, isGlobal, called) {
  const owned = ownedPaths(node.object, name, isGlobal);
  if (owned.length) return owned;
  // `state.at` is a property of our own, `list.at(0)` is not. The built-in objects have methods alone.
  const paths = (members.get(name) ?? []).filter((path) => called.has(node) || !path.startsWith(builtins));
  return paths.every((path) => lackedBy(path).length) ? paths : [];
}

/** A member of a global variable or of an interface itself. */
function ownedPaths(object, name, isGlobal) {
  if (object.type !== 'Identifier' || !isGlobal(object)) return [];
  const owner = globals[object.name];
  const paths = owner
    ? [`api/${owner}/${name}`, ...(owner === 'Window' ? globalPaths(name) : [])]
    : [`api/${object.name}/${name}_static`, `${builtins}/${object.name}/${name}`];
  return paths.filter((path) => lackedBy(path));
}

/** Options of calls, names of events, elements and attributes that React or the DOM creates. */
function callPaths({ callee, arguments: given }) {
  const name =
    callee.type === 'Identifier' ? callee.name : callee.type === 'MemberExpression' ? nameOf(callee) : lastOf(callee);
  const [first, second] = given;
  const literal = first && textOf(first);
  const paths = [];
  if (literal && /^(querySelector(All)?|closest|matches)$/.test(name)) paths.push(...aboveFloorInSelector(literal));
  if (name === 'addEventListener' && literal) {
    const ofEvent = members.get(`${literal}_event`) ?? [];
    if (ofEvent.every((path) => lackedBy(path).length)) paths.push(...ofEvent);
    if (keysOf(given[2]).includes('signal'))
      paths.push('api/EventTarget/addEventListener/options_parameter/options_signal_parameter');
  }
  if (name === 'DateTimeFormat' || name === 'NumberFormat')
    for (const key of keysOf(second))
      paths.push(`${builtins}/Intl/${name}/${name}/options_parameter/options_${key}_parameter`);
  if (literal && lackedBy(`html/elements/${literal}`) && /^(jsxs?|createElement)$/.test(name)) {
    paths.push(`html/elements/${literal}`);
    for (const key of keysOf(second).map((attribute) => attribute.toLowerCase()))
      paths.push(`html/elements/${literal}/${key}`, `html/global_attributes/${key}`);
  }
  return paths;
}

const lastOf = ({ type, expressions }) => (type === 'SequenceExpression' ? nameOf(expressions.at(-1)) : undefined);
const nameOf = ({ property, computed }) => (computed ? property && textOf(property) : property?.name);
const keysOf = (node) =>
  node?.type === 'ObjectExpression' ? node.properties.map(({ key }) => key?.name ?? key?.value).filter(Boolean) : [];

function textOf(node) {
  if (node.type === 'TemplateLiteral' && node.quasis.length === 1) return node.quasis[0].value.cooked;
  return node.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined;
}

/** The names that a file declares anywhere: minified, they are one to three letters. */
function declaredNames(tree) {
  const declared = new Set();
  const declare = (pattern) => {
    if (!pattern) return;
    if (pattern.type === 'Identifier') declared.add(pattern.name);
    for (const part of pattern.elements ?? []) declare(part);
    for (const part of pattern.properties ?? []) declare(part.value ?? part.argument);
    declare(pattern.left ?? pattern.argument);
  };
  full(tree, (/** @type {any} */ node) => {
    if (node.type === 'VariableDeclarator' || /Function|Class/.test(node.type)) declare(node.id);
    for (const parameter of node.params ?? []) declare(parameter);
    if (node.type === 'CatchClause') declare(node.param);
    for (const specifier of node.type === 'ImportDeclaration' ? node.specifiers : []) declare(specifier.local);
  });
  return declared;
}

function memberIndex() {
  const index = new Map();
  const add = (name, path) => index.set(name, [...(index.get(name) ?? []), path]);
  for (const group of ['api', builtins])
    // Objects of the others come from something else that such a browser lacks.
    for (const owner of namesBelow(group).filter((name) => !lackedBy(`${group}/${name}`)?.length))
      for (const name of namesBelow(`${group}/${owner}`)) {
        const path = `${group}/${owner}/${name}`;
        if (name !== owner && !name.endsWith('_static') && lackedBy(path)) add(name, path);
      }
  return index;
}
