import { readFileSync, readdirSync } from 'node:fs';
import { basename, dirname, extname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';

/** Who may look at whom. A room sees itself and what stands on its line, whole rooms or single files. */
const sees: Record<string, readonly string[]> = {
  'contract/src': [],
  'sandbox/src': [],

  'web/src': ['contract/src', 'web/src'],
  'web/src/pages': [
    'contract/src',
    'web/src/journey',
    'web/src/flows',
    'web/src/parts',
    'web/src/frame',
    'web/src/agreements',
    'web/src/ui',
    'web/src/platform',
  ],
  'web/src/journey': ['contract/src', 'web/src/flows', 'web/src/parts', 'web/src/ui', 'web/src/platform'],
  'web/src/flows': ['contract/src', 'web/src/flows/outcome.ts', 'web/src/parts', 'web/src/ui', 'web/src/platform'],
  'web/src/parts': ['contract/src', 'web/src/ui', 'web/src/platform'],
  'web/src/frame': ['contract/src', 'web/src/parts', 'web/src/ui', 'web/src/platform'],
  'web/src/ui': ['contract/src', 'web/src/platform'],
  'web/src/platform': ['contract/src', 'web/src/messages/dictionary.ts'],
  'web/src/messages': ['contract/src', 'web/src/platform'],
  'web/src/agreements': ['contract/src'],

  'server/src': ['contract/src', 'sandbox/src', 'server/src'],
  'server/src/flows': [
    'contract/src',
    'server/src/house.ts',
    'server/src/house.ts',
    'server/src/config.ts',
    'server/src/parts',
    'server/src/store',
    'server/src/providers',
    'server/src/platform',
  ],
  'server/src/parts': [
    'contract/src',
    'server/src/house.ts',
    'server/src/config.ts',
    'server/src/store',
    'server/src/providers',
    'server/src/platform',
  ],
  'server/src/store': ['contract/src', 'server/src/config.ts', 'server/src/platform'],
  'server/src/providers': ['contract/src', 'server/src/config.ts', 'server/src/platform'],
  'server/src/platform': ['contract/src', 'server/src/config.ts', 'server/package.json'],
  'server/test': ['contract/src', 'sandbox/src', 'server/src'],

  e2e: ['contract/src', 'sandbox/src/people.ts', 'scripts/chromium.mjs'],
  bench: ['contract/src', 'sandbox/src/people.ts', 'scripts'],
};

/** Rooms of which each sub-folder is a house of its own. */
const divided = ['web/src/flows', 'server/src/flows'];
/** What a test may see besides its own workspace. */
const testsSee = ['contract/src', 'sandbox/src'];

const outside = /^(\.git|node_modules|dist|data|\.cache|test-results|screens|\.env)$/;
const files = filesUnder('.');
const code = files.filter((file) => /\.(tsx?|mjs|js|css)$/.test(file));
const modules = code.filter((file) => /\.tsx?$/.test(file));

describe('arrows', () => {
  const inRooms = modules.filter((file) => /^(contract|sandbox|web|server)\/(src|test)\/|^(e2e|bench)\//.test(file));

  test('every module stands in a room of the table', () => {
    expect(inRooms.filter((file) => !roomOf(file))).toEqual([]);
  });

  test.each(Object.keys(sees))('%s looks only where it may', (room) => {
    const arrows = inRooms.filter((file) => roomOf(file) === room).flatMap((file) => arrowsFrom(file));
    const offending = arrows.filter(({ from, to }) => !mayLook(from, to)).map(({ from, to }) => `${from} → ${to}`);
    expect(offending).toEqual([]);
  });
});

describe('hands', () => {
  test('no file is longer than 300 lines', () => {
    expect(code.filter((file) => text(file).split('\n').length > 301)).toEqual([]);
  });

  test('every file has a name of its own, in kebab-case', () => {
    const vague = /^(index|utils?|helpers?|common|misc|types?)\./;
    const kebab = /^[a-z\d]+(-[a-z\d]+)*(\.[a-zA-Z\d-]+)*$/;
    expect(code.filter((file) => vague.test(basename(file)) || !kebab.test(basename(file)))).toEqual([]);
  });

  test('nothing silences the compiler, and nothing is left for later', () => {
    const cast = /\bas any\b|\bas unknown as\b/;
    const words =
      /@ts-(ignore|expect-error|nocheck)|\b(TODO|FIXME|HACK)\b|\b(test|it|describe)\.(only|skip|fixme|todo)\(/;
    const offends = (file: string) => cast.test(withoutProse(text(file))) || words.test(text(file));
    expect(code.filter((file) => file !== 'house.test.ts' && offends(file))).toEqual([]);
  });
});

describe('packages', () => {
  test('no file names a package registry', () => {
    const registry = /registry\.(npmjs|yarnpkg|npmmirror)\.|npm\.pkg\.github|registry\.npm\.taobao/;
    expect(files.filter((file) => isText(file) && registry.test(text(file)))).toEqual([]);
  });

  test('the lock file holds no download addresses', () => {
    expect(text('package-lock.json')).not.toMatch(/"resolved": "\w+:/);
  });
});

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !outside.test(entry.name))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return filesUnder(path);
      return entry.isFile() ? [path] : [];
    });
}

/** The room a module stands in; none for a folder of web or server that the table does not know. */
function roomOf(file: string) {
  const room = Object.keys(sees)
    .filter((name) => isIn(file, name))
    .sort((a, b) => b.length - a.length)[0];
  const holdsRooms = room === 'web/src' || room === 'server/src';
  return holdsRooms && dirname(file) !== room ? undefined : room;
}

function arrowsFrom(file: string) {
  const named = text(file).matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'/g);
  return [...named].flatMap(([, name = '']) => {
    const to = name.startsWith('@foyer/') ? name.replace(/^@foyer\/([^/]+)\/(.+)$/, '$1/src/$2.ts') : name;
    if (to !== name) return [{ from: file, to }];
    return name.startsWith('.') ? [{ from: file, to: normalize(join(dirname(file), name)) }] : [];
  });
}

function mayLook(from: string, to: string) {
  const room = roomOf(from)!;
  if (/\.test\.tsx?$/.test(from)) return [from.split('/')[0]!, ...testsSee].some((place) => isIn(to, place));
  const own = divided.includes(room) ? dirname(from) : room;
  return [own, ...sees[room]!].some((place) => isIn(to, place));
}

function isIn(file: string, place: string) {
  return file === place || file.startsWith(`${place}/`);
}

/** Without comments and strings, where people say things like "as any other". */
function withoutProse(source: string) {
  return source.replace(/\/\*[^]*?\*\/|\/\/.*|'(?:\\.|[^'\\\n])*'/g, '');
}

function isText(file: string) {
  return !['.png', '.ico', '.woff2', '.jpg'].includes(extname(file));
}

function text(file: string) {
  return readFileSync(file, 'utf8');
}
