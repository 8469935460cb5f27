import { readFileSync, readdirSync } from 'node:fs';
import { basename, dirname, extname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';
import { scanApps } from './contract/src/apps/scan-apps.ts';
import { declaredIn, markupProblems, styleProblems, usedIn } from './scripts/support/style-rules.mjs';

/** What the modules of each folder may import: their own folder, and the folders or files listed here. */
const mayImport: Record<string, readonly string[]> = {
  'contract/src': [],
  'contract/test': ['contract/src'],
  // The page's tokens, so that both look alike.
  'sandbox/src': ['web/src/ui/tokens.css?raw'],

  'web/src': ['contract/src', 'web/src'],
  // Written into the document: small parts of other folders.
  'web/src/early': ['contract/src', 'web/src/flows', 'web/src/platform'],
  'web/src/pages': [
    'contract/src',
    'web/src/journey',
    'web/src/flows',
    'web/src/parts',
    'web/src/layout',
    'web/src/content',
    'web/src/ui',
    'web/src/platform',
  ],
  'web/src/journey': ['contract/src', 'web/src/flows', 'web/src/parts', 'web/src/ui', 'web/src/platform'],
  'web/src/flows': ['contract/src', 'web/src/flows/outcome.ts', 'web/src/parts', 'web/src/ui', 'web/src/platform'],
  'web/src/layout': ['contract/src', 'web/src/content', 'web/src/parts', 'web/src/ui', 'web/src/platform'],
  'web/src/content': ['contract/src', 'web/src/parts', 'web/src/ui', 'web/src/platform'],
  'web/src/parts': ['contract/src', 'web/src/ui', 'web/src/platform'],
  'web/src/ui': ['contract/src', 'web/src/platform'],
  'web/src/platform': ['contract/src'],

  'server/src': ['contract/src', 'sandbox/src', 'server/src', 'server/package.json'],
  'server/src/cli': ['contract/src', 'server/src', 'server/package.json'],
  'server/src/sandbox-seed': ['contract/src', 'sandbox/src', 'server/src'],
  'server/src/flows': [
    'contract/src',
    'server/src/services.ts',
    'server/src/config',
    'server/src/parts',
    'server/src/http',
    'server/src/store',
    'server/src/providers',
    'server/src/database',
    'server/src/cache',
    'server/src/platform',
  ],
  'server/src/parts': [
    'contract/src',
    'server/src/services.ts',
    'server/src/config',
    'server/src/http',
    'server/src/store',
    'server/src/providers',
    'server/src/database',
    'server/src/cache',
    'server/src/platform',
  ],
  'server/src/http': [
    'contract/src',
    'server/src/config',
    'server/src/database',
    'server/src/cache',
    'server/src/platform',
    'server/package.json',
  ],
  'server/src/store': ['contract/src', 'server/src/config', 'server/src/database', 'server/src/platform'],
  'server/src/providers': ['contract/src', 'server/src/config', 'server/src/platform'],
  'server/src/cache': ['contract/src', 'server/src/config', 'server/src/platform'],
  'server/src/database': ['contract/src', 'server/src/config', 'server/src/platform'],
  // The settings of an app are in its folder.
  'server/src/config': ['contract/src', 'server/src/providers/scan-settings.ts', 'server/src/platform'],
  'server/src/platform': ['contract/src', 'server/package.json'],
  'server/test': ['contract/src', 'contract/test', 'sandbox/src', 'server/src', 'scripts/support'],

  e2e: ['contract/src', 'contract/test', 'sandbox/src/people.ts', 'scripts/support', 'scripts/browser-floor'],
  runs: ['contract/src', 'contract/test', 'scripts/support', 'vitest.config.ts'],
  // They are copied into other projects.
  'examples/api': [],
  'examples/react-spa': [],
  'examples/webhook-receiver': [],
};

/** Folders whose sub-folders may not import each other. */
const separated = ['web/src/flows', 'server/src/flows'];
/** What a test may import besides its own workspace. */
const testsMayImport = [
  'contract/src',
  'contract/test',
  'sandbox/src',
  'examples/api',
  'examples/own-back-end',
  'examples/webhook-receiver',
];

const ignored = /^(\.git|node_modules|dist|data|\.cache|test-results|\.env)$/;
/** Written by `npm run export`. */
const written = ['export'];
const files = filesUnder('.');
const code = files.filter((file) => /\.(tsx?|mjs|js|css)$/.test(file));
const modules = code.filter((file) => /^(contract|sandbox|web|server|e2e|runs|examples)\/.*\.tsx?$/.test(file));
const inFolders = modules.filter((file) =>
  /^(contract|sandbox|web|server)\/(src|test|build)\/|^(e2e|runs|examples)\//.test(file),
);

describe('imports', () => {
  test('every module is in a folder of the table', () => {
    expect(inFolders.filter((file) => !folderOf(file))).toEqual([]);
  });

  test.each(Object.keys(mayImport))('%s imports only what it may', (folder) => {
    const imports = inFolders.filter((file) => folderOf(file) === folder).flatMap((file) => importsOf(file));
    const forbidden = imports.filter(({ from, to }) => !isAllowed(from, to)).map(({ from, to }) => `${from} → ${to}`);
    expect(forbidden).toEqual([]);
  });

  test('no modules import each other in a circle', () => {
    expect(circles()).toEqual([]);
  });
});

describe('files', () => {
  test('every file has a specific name in kebab-case', () => {
    const vague = /^(index|utils?|helpers?|common|misc|types?)\./;
    const kebab = /^[a-z\d]+(-[a-z\d]+)*(\.[a-zA-Z\d-]+)*$/;
    expect(code.filter((file) => vague.test(basename(file)) || !kebab.test(basename(file)))).toEqual([]);
  });

  test('no file silences the compiler, skips a test or leaves work for later', () => {
    const cast = /\bas any\b|\bas unknown as\b/;
    const marks =
      /@ts-(ignore|expect-error|nocheck)|\b(TODO|FIXME|HACK)\b|\b(test|it|describe)\.(only|skip|fixme|todo)\(/;
    const offends = (file: string) => cast.test(withoutProse(text(file))) || marks.test(text(file));
    expect(code.filter((file) => file !== 'architecture.test.ts' && offends(file))).toEqual([]);
  });
});

describe('styles', () => {
  const tokens = 'web/src/ui/tokens.css';
  const shown = code.filter((file) => /^(web|sandbox)\/src\/.*(?<!\.test)\.(css|tsx?|js)$/.test(file));
  // Draws a picture that is not shown.
  const unseen = 'web/src/platform/browser/browser-attributes.ts';
  const problemsOf = (file: string) => (file.endsWith('.css') ? styleProblems : markupProblems)(text(file));

  test('colours, sizes, shadows and durations come from the tokens', () => {
    const held = shown.filter((file) => file !== tokens && file !== unseen);
    expect(held.flatMap((file) => problemsOf(file).map((problem) => `${file}:${problem}`))).toEqual([]);
  });

  test('every custom property that is used is declared, and every token is used', () => {
    const all = (find: (text: string) => string[]) => new Set(shown.flatMap((file) => find(text(file))));
    const [declared, used] = [all(declaredIn), all(usedIn)];
    expect([...used].filter((name) => !declared.has(name))).toEqual([]);
    expect(declaredIn(text(tokens)).filter((name) => !used.has(name))).toEqual([]);
  });
});

describe('apps for QR sign-in', () => {
  const product = modules.filter((file) => /^(contract|server|sandbox|web)\/src\/(?!.*\.(test|fixture)\.)/.test(file));
  const ownPlaces = [
    // Its folders and the tables that list them, and the texts.
    /\/apps\//,
    new RegExp(`^server/src/providers/(${scanApps.join('|')})/`),
    /^server\/src\/providers\/scan-(apps|routes|settings)\.ts$/,
    /^contract\/src\/texts\/|-texts\.ts$/,
    // How it looks; whose accounts the sandbox has and what its phone shows; a stub of the tests.
    /^web\/src\/ui\/icons\/app-glyph\.tsx$|\/stub-[\w-]+\.ts$/,
    /^sandbox\/src\/(people|phone\/scanner|phone\/person-picker)\.ts$/,
    // WeCom speaks the protocol of WeChat.
    /^(server\/src\/providers|sandbox\/src)\/wecom\/|^server\/src\/providers\/http\/access-token-cache\.ts$/,
    // Names of brands that people take for a password.
    /^server\/src\/parts\/common-passwords\//,
  ];

  test('are named in their own places only', () => {
    const names = new RegExp(scanApps.join('|'), 'i');
    const elsewhere = product.filter((file) => !ownPlaces.some((place) => place.test(file)));
    expect(elsewhere.filter((file) => names.test(text(file)))).toEqual([]);
  });
});

describe('packages', () => {
  test('no file names a package registry', () => {
    const registry = /registry\.(npmjs|yarnpkg|npmmirror)\.|npm\.pkg\.github|registry\.npm\.taobao/;
    expect(files.filter((file) => isText(file) && registry.test(text(file)))).toEqual([]);
  });

  test('the lock file holds no download URLs', () => {
    expect(text('package-lock.json')).not.toMatch(/"resolved": "\w+:/);
  });
});

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !ignored.test(entry.name) && !written.includes(join(folder, entry.name)))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return filesUnder(path);
      return entry.isFile() ? [path] : [];
    });
}

/** The entry of the table a module belongs to; undefined for a folder of web/src or server/src that is not listed. */
function folderOf(file: string) {
  const folder = Object.keys(mayImport)
    .filter((name) => isIn(file, name))
    .sort((a, b) => b.length - a.length)[0];
  // What an app's own servers or mini-program call is a part of the sign-in flow.
  if (/^server\/src\/providers\/.*\broutes(\.test)?\.ts$/.test(file)) return 'server/src/flows';
  const isParent = folder === 'web/src' || folder === 'server/src';
  return isParent && dirname(file) !== folder ? undefined : folder;
}

function importsOf(file: string) {
  const named = text(file).matchAll(/(?:\bfrom|\bimport)\s*(\()?\s*'([^']+)'/g);
  return [...named].flatMap(([, dynamic, name = '']) => {
    const to = name.startsWith('@foyer/') ? name.replace(/^@foyer\/([^/]+)\/(.+)$/, '$1/src/$2.ts') : name;
    if (to !== name) return [{ from: file, to, dynamic: dynamic !== undefined }];
    if (!name.startsWith('.')) return [];
    return [{ from: file, to: normalize(join(dirname(file), name)), dynamic: dynamic !== undefined }];
  });
}

function isAllowed(from: string, to: string) {
  const folder = folderOf(from)!;
  if (/\.test\.tsx?$/.test(from)) return [from.split('/')[0]!, ...testsMayImport].some((place) => isIn(to, place));
  const own = separated.includes(folder) ? join(folder, from.slice(folder.length + 1).split('/')[0]!) : folder;
  return [own, ...mayImport[folder]!].some((place) => isIn(to, place));
}

/** Groups of modules that reach each other by static imports, types included, by Tarjan's algorithm. */
function circles(): string[][] {
  const imports = new Map(
    modules.map((file) => [file, importsOf(file).flatMap(({ to, dynamic }) => (dynamic ? [] : [to]))]),
  );
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const found: string[][] = [];

  function visit(file: string) {
    order.set(file, order.size);
    lowest.set(file, order.get(file)!);
    stack.push(file);
    for (const to of imports.get(file) ?? []) {
      if (!imports.has(to)) continue;
      if (!order.has(to)) visit(to);
      if (stack.includes(to)) lowest.set(file, Math.min(lowest.get(file)!, lowest.get(to)!));
    }
    if (lowest.get(file) !== order.get(file)) return;
    const group = stack.splice(stack.indexOf(file));
    if (group.length > 1) found.push(group);
  }
  for (const file of modules) if (!order.has(file)) visit(file);
  return found;
}

function isIn(file: string, place: string) {
  return file === place || file.startsWith(`${place}/`);
}

/** The source without comments and strings, which may contain phrases like "as any other". */
function withoutProse(source: string) {
  return source.replace(/\/\*[^]*?\*\/|\/\/.*|'(?:\\.|[^'\\\n])*'/g, '');
}

function isText(file: string) {
  return !['.png', '.ico', '.woff2', '.jpg'].includes(extname(file));
}

function text(file: string) {
  return readFileSync(file, 'utf8');
}
