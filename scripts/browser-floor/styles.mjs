import postcss from 'postcss';
import { lackedBy, namesBelow } from './floor.mjs';

const properties = 'css/properties';
const units = {
  'length/viewport_percentage_units_dynamic': /\dd(vh|vw|vi|vb|vmin|vmax)\b/i,
  'length/viewport_percentage_units_small': /\ds(vh|vw|vi|vb|vmin|vmax)\b/i,
  'length/viewport_percentage_units_large': /\dl(vh|vw|vi|vb|vmin|vmax)\b/i,
  'length/container_query_length_units': /\dcq(w|h|i|b|min|max)\b/i,
};
/** Where the data have the functions of values. */
const functionsIn = ['css/types', 'css/types/color', 'css/types/image', 'css/types/easing-function'];

/** What a style sheet uses that a browser of the floor lacks: paths of the data, each with the rules that use it. */
export function aboveFloorInStyles(css) {
  const used = new Map();
  const sheet = postcss.parse(css);
  applySupports(sheet);
  walkAboveFloor(sheet, (node, path) => used.set(path, [...(used.get(path) ?? []), textOf(node)]));
  return used;
}

/** The style sheet as a browser reads it that has nothing above the floor. */
export function withoutNewerStyles(css) {
  const sheet = postcss.parse(css);
  applySupports(sheet);
  const unread = new Set();
  walkAboveFloor(sheet, (node) => unread.add(node));
  for (const node of unread) node.remove();
  return sheet.toString();
}

/** The pseudo-classes of a selector that a browser of the floor lacks: in a script, such a selector throws. */
export const aboveFloorInSelector = (selector) => selectorPaths(selector).filter(isLacking);

function walkAboveFloor(sheet, found) {
  const unread = new Set();
  sheet.walk((node) => {
    // What is in a rule that is not read adds nothing.
    if (unread.has(node.parent)) return void unread.add(node);
    for (const path of pathsOf(node).filter(isLacking)) {
      unread.add(node);
      found(node, path);
    }
  });
}

/** Decides `@supports` as the oldest browsers do. */
function applySupports(sheet) {
  sheet.walkAtRules('supports', (rule) => {
    const [, not, prop, value] = /^(not )?\(([\w-]+):\s*([^()]*)\)$/.exec(rule.params) ?? [];
    if (!prop) throw new Error(`This condition is not understood: @supports ${rule.params}`);
    const isSupported = !declarationPaths(prop, value).some(isLacking);
    if (isSupported === Boolean(not)) rule.remove();
    else rule.replaceWith(rule.nodes);
  });
}

const isLacking = (path) => lackedBy(path)?.length > 0;

function pathsOf(node) {
  if (node.type === 'atrule') return atRulePaths(node);
  if (node.type === 'rule') return node.parent.name?.endsWith('keyframes') ? [] : selectorPaths(node.selector);
  if (node.type !== 'decl' || hasFallback(node)) return [];
  const paths = declarationPaths(node.prop, node.value);
  if (/^(row-|column-)?gap$/.test(node.prop) && isFlex(node.parent))
    paths.push(`${properties}/${node.prop}/flex_context`);
  return paths;
}

/** A declaration before it stays in force where it is not understood. */
function hasFallback(node) {
  const { prop, parent } = node;
  const others = parent.nodes.slice(0, parent.index(node)).filter((other) => other.type === 'decl');
  return others.some(
    (other) =>
      (other.prop === prop && !declarationPaths(prop, other.value).some(isLacking)) ||
      /^-\w+-(.*)/.exec(other.prop)?.[1] === prop,
  );
}

function declarationPaths(prop, value) {
  const paths = [];
  if (!prop.startsWith('--')) {
    if (isLacking(`${properties}/${prop}`)) return [`${properties}/${prop}`];
    const words = new Set(value.toLowerCase().match(/(?<![\w-])[a-z][\w-]*(?![\w(-])/g));
    for (const name of namesBelow(`${properties}/${prop}`))
      if (words.has(name)) paths.push(`${properties}/${prop}/${name}`);
  }
  for (const [, name] of value.matchAll(/(?<![\w-])([a-z][\w-]*)\(/gi))
    paths.push(...functionsIn.map((type) => `${type}/${name}`));
  for (const [path, unit] of Object.entries(units)) if (unit.test(value)) paths.push(`css/types/${path}`);
  return paths;
}

const isFlex = (rule) => rule.nodes.some(({ prop, value }) => prop === 'display' && value.endsWith('flex'));

function selectorPaths(selector) {
  const paths = [...selector.matchAll(/::?([a-z][\w-]*)/g)].map(([, name]) => `css/selectors/${name}`);
  if (/:not\((?:[^()]|\([^()]*\))*,/.test(selector)) paths.push('css/selectors/not/selector_list');
  return paths;
}

function atRulePaths({ name, params }) {
  const paths = [`css/at-rules/${name}`];
  if (name !== 'media') return paths;
  if (/[<>=]/.test(params)) paths.push('css/at-rules/media/range_syntax');
  for (const [, feature] of params.matchAll(/\((?:m(?:in|ax)-)?([a-z-]+)/g))
    paths.push(`css/at-rules/media/${feature}`);
  return paths;
}

function textOf(node) {
  if (node.type === 'decl') return `${node.parent.selector} { ${node} }`;
  return node.type === 'rule' ? node.selector : `@${node.name} ${node.params}`;
}
