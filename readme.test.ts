import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const documents = ['README.md', 'README.zh-CN.md'];
const read = (path: string) => readFileSync(path, 'utf8');

test.each([...documents, 'docs/browsers.md'])('%s names the oldest browsers as the list does', (name) => {
  const floor = JSON.parse(read('web/browser-floor.json')) as Record<string, string>;
  const text = read(name).replaceAll('与', 'and');
  expect([floor['chrome'], floor['safari']]).toEqual([floor['edge'], floor['safari_ios']]);
  expect(text).toMatch(
    new RegExp(
      `Chrome and Edge ${floor['chrome']}[,、]\\s?Safari and iOS ${floor['safari']}[,、]\\s?Firefox ${floor['firefox']}`,
    ),
  );
});

describe.each(documents)('%s', (name) => {
  const text = read(name);

  test('names only npm scripts that exist', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const named = [...text.matchAll(/\bnpm (?:run )?([a-z][\w-]*)/g)].map(([, script]) => script!);
    expect(named).toEqual(expect.arrayContaining(['start', 'test', 'export', 'readme-pictures']));
    expect(named.filter((script) => !(script in scripts))).toEqual([]);
  });

  test('links only to files and headings that exist', () => {
    const markdown = [...text.matchAll(/\]\((?!https?:)([^)\s]+)\)/g)];
    const html = [...text.matchAll(/(?:src|srcset|href)="(?!https?:)([^"]+)"/g)];
    const targets = [...markdown, ...html].map(([, target]) => target!);
    expect(targets.length).toBeGreaterThan(20);
    expect(targets.filter((target) => !isInRepository(target))).toEqual([]);
  });

  test('shows every picture that is stored for its language', () => {
    const language = name === 'README.md' ? 'en-US' : 'zh-CN';
    const pictures = readdirSync('docs/pictures').filter((file) => file.includes(language));
    expect(pictures.length).toBeGreaterThan(0);
    expect(pictures.filter((file) => !text.includes(`docs/pictures/${file}`))).toEqual([]);
  });

  test('names only settings that .env.example describes', () => {
    const settings = [...read('.env.example').matchAll(/^#?([A-Z][A-Z_0-9]*)=/gm)].map(([, setting]) => setting!);
    const named = [...text.matchAll(/`([A-Z][A-Z0-9]*_?[A-Z_0-9]*)(…?)(?:=\w+)?`/g)];
    expect(named.length).toBeGreaterThan(8);
    const unknown = named.filter(
      ([, setting, more]) => !settings.some((one) => (more ? one.startsWith(setting!) : one === setting)),
    );
    expect(unknown.map(([match]) => match)).toEqual([]);
  });

  test('lists the folders of the repository', () => {
    const [, layout = ''] = /```\n(contract [^]*?)```/.exec(text) ?? [];
    const listed = [...layout.matchAll(/^(\S+)/gm)].map(([, folder]) => folder!).sort();
    const { workspaces } = JSON.parse(read('package.json')) as { workspaces: string[] };
    const folders = new Set([
      ...workspaces.map((workspace) => workspace.split('/', 1)[0]!),
      'deploy',
      'docs',
      'runs',
      'scripts',
    ]);
    expect(listed).toEqual([...folders].sort());
  });

  test('names only commands of foyer that exist', () => {
    const commands = [...text.matchAll(/`npx foyer (\w+)`/g)].map(([, command]) => command!);
    expect(commands.length).toBeGreaterThan(0);
    const files = readdirSync('server/src/cli', { recursive: true, encoding: 'utf8' }).filter((file) =>
      /(^|\/)[\w-]+\.ts$/.test(file),
    );
    const code = files.map((file) => read(`server/src/cli/${file}`)).join('\n');
    expect(commands.filter((command) => !code.includes(`.command('${command}')`))).toEqual([]);
  });

  test('has numbers in the comparison for each of its sources, and for nothing else', () => {
    const numbersIn = (part: string) => new Set([...part.matchAll(/\[(\d+)\](?!\()/g)].map(([, number]) => number));
    const [table, sources] = [
      /^\| \|[^]*?\n\n/m.exec(text)?.[0] ?? '',
      /^(?:Sources|来源)[^]*?\n\n/m.exec(text)?.[0] ?? '',
    ];
    expect(numbersIn(table).size).toBeGreaterThan(10);
    expect(numbersIn(table)).toEqual(numbersIn(sources));
  });
});

test('both READMEs have the same structure: headings, rows, steps, commands and links', () => {
  const [english, chinese] = documents.map((name) => structure(read(name)));
  expect(chinese).toEqual(english);
});

test('each README links to the other', () => {
  expect(read('README.md')).toContain('(README.zh-CN.md)');
  expect(read('README.zh-CN.md')).toContain('(README.md)');
});

function structure(text: string) {
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  return {
    headings: [...text.matchAll(/^(#+) /gm)].map(([, marks]) => marks!.length),
    rows: count(/^\|/gm),
    steps: count(/^\d+\. /gm),
    code: [...text.matchAll(/`([^`\n]+)`/g)].map(([, code]) => code!).sort(),
    links: [...text.matchAll(/https?:[^)\s]+/g)].map(([link]) => link).sort(),
  };
}

function isInRepository(target: string) {
  const [path = '', heading] = target.split('#');
  if (!existsSync(join('.', path))) return false;
  if (!heading) return true;
  const slugs = [...read(path).matchAll(/^#+ (.*)$/gm)].map(([, title]) =>
    title!
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
  return slugs.includes(heading);
}

const recipes = readdirSync('docs/recipes').filter((file) => file !== 'README.md');
test.each(recipes)(
  'docs/recipes/%s is in the list, says whether it was run, and shows of our files what they have',
  (name) => {
    const text = read(`docs/recipes/${name}`);
    const [, how] = /^\*\*(Run|Run by hand|Not run)\b/m.exec(text) ?? [];
    const row = read('docs/recipes/README.md')
      .split('\n')
      .find((line) => line.includes(`](${name})`));
    expect([how === 'Not run', row?.includes('not run |')]).toEqual([how === 'Not run', how === 'Not run']);
    expect([...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)).toEqual([
      'Settings',
      'Claims',
      'Logout',
      'Step-up',
    ]);
    for (const [, file = '', code = ''] of text.matchAll(/`(examples\/[^`\n]+)`[^`\n]*:\n\n```\w+\n([^]*?)^```$/gm))
      expect(read(file), file).toContain(code);
    const links = [...text.matchAll(/\]\((?!https?:)([^)#\s]+)[^)\s]*\)/g)].map(([, link]) =>
      join('docs/recipes', link!),
    );
    expect(links.filter((link) => !existsSync(link))).toEqual([]);
  },
);
