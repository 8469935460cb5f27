import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from '../support/root.mjs';
import { allowed } from './allowed.mjs';
import { lackedBy } from './floor.mjs';
import { aboveFloorInScript } from './scripts.mjs';
import { aboveFloorInStyles } from './styles.mjs';

const readers = { js: aboveFloorInScript, css: aboveFloorInStyles };

/**
 * What the built files use above the floor: each feature with its places.
 * @param {string} folder
 * @returns {Map<string, { file: string, text: string }[]>}
 */
export function aboveFloorInFiles(folder) {
  const found = new Map();
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    const read = readers[/\.(js|css)$/.exec(path)?.[1]];
    if (!read) continue;
    const file = relative(root, join(folder, path));
    for (const [feature, texts] of read(readFileSync(join(folder, path), 'utf8')))
      found.set(feature, [...(found.get(feature) ?? []), ...texts.map((text) => ({ file, text }))]);
  }
  return found;
}

/**
 * One line for each use that `allowed` does not name, and for each entry that no file needs.
 * @param {Map<string, { file: string, text: string }[]>} found
 * @param {Record<string, string | Record<string, string>>} [reasons]
 */
export function problemsOf(found, reasons = allowed) {
  const needed = new Set();
  const lines = [];
  for (const [feature, places] of found)
    for (const { file, text } of places) {
      const entry = entryOf(reasons[feature], text);
      if (entry) needed.add(`${feature} ${entry}`);
      else lines.push(`${file}: ${feature} is missing in ${lackedBy(feature)?.join(', ') ?? 'some of them'}: ${text}`);
    }
  const entries = Object.entries(reasons).flatMap(([feature, reason]) =>
    (typeof reason === 'string' ? ['all'] : Object.keys(reason)).map((entry) => `${feature} ${entry}`),
  );
  const unneeded = entries.filter((entry) => !needed.has(entry));
  return [...lines, ...unneeded.map((entry) => `scripts/browser-floor/allowed.mjs: nothing uses ${entry}`)];
}

/** Which entry of the table a use belongs to. */
function entryOf(reason, text) {
  if (reason === undefined || typeof reason === 'string') return reason && 'all';
  return Object.keys(reason).find((part) => text.includes(part));
}
