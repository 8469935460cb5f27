import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { testDatabaseForFile } from '../../test/support/test-app.ts';
import { testCli } from '../../test/support/test-cli.ts';

const database = await testDatabaseForFile();
const folder = temporaryFolder(afterAll);

writeFileSync(join(folder, 'spring.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
writeFileSync(join(folder, 'page.svg'), '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>');

const cli = testCli(database);
const run = (...args: string[]) => cli('content', ...args);
const list = async () => (await run('list')).stdout;
function file(content: unknown) {
  const path = join(folder, 'content.json');
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}
const banner = { id: 'spring', language: 'en-US', picture: 'spring.svg', alt: 'Spring' };
const article = { id: 'hours', language: 'en-US', title: 'When we are here', summary: 'Nine to five', body: 'Always.' };

describe('foyer content', () => {
  test('refuses a picture of an origin that is not configured [WG-01]', async () => {
    const picture = 'https://cdn.test/spring.png';
    expect(await run('import', file({ banners: [{ ...banner, picture }] }))).toMatchObject({
      code: 1,
      stderr: `${picture}: give the path of a file, or add its origin to BANNER_ORIGINS`,
    });
  });

  test('imports, lists, replaces and removes content', async () => {
    expect(await list()).toMatch(/^Nothing is imported/);
    const path = file({ banners: [banner], articles: [article, { ...article, language: 'zh-CN', title: '时间' }] });
    expect(await run('import', path)).toEqual({
      code: 0,
      stdout: 'Imported 1 banners and 2 articles; they show within a minute.',
      stderr: '',
    });
    // Some editors write a byte order mark.
    await run('import', file(`\uFEFF${JSON.stringify({ articles: [{ ...article, title: 'Opening hours' }] })}`));
    expect((await list()).split('\n')).toEqual([
      'article  hours  en-US  Opening hours  (read 0×)',
      'article  hours  zh-CN  时间  (read 0×)',
      'banner   spring  en-US  Spring',
    ]);
    expect((await run('remove', 'hours')).stdout).toBe('Removed hours, in 2 languages.');
    expect(await list()).toBe('banner   spring  en-US  Spring');
    await run('remove', 'spring');
    expect(await list()).toMatch(/^Nothing is imported/);
  });

  test('prints JSON with --json', async () => {
    const imported = await run('import', file({ banners: [banner], articles: [article] }), '--json');
    expect(JSON.parse(imported.stdout)).toEqual({ banners: 1, articles: 1 });
    expect(JSON.parse((await run('list', '--json')).stdout)).toEqual({
      banners: [{ id: 'spring', language: 'en-US', alt: 'Spring' }],
      articles: [{ id: 'hours', language: 'en-US', title: 'When we are here', read: 0 }],
    });
    const removed = await run('remove', 'hours', '--json');
    expect(JSON.parse(removed.stdout)).toEqual({ id: 'hours', languages: 1 });
    await run('remove', 'spring');
  });

  const rejected: [string, unknown, string][] = [
    ['invalid JSON', '{', 'content.json is not valid JSON'],
    ['a list', [], 'the file: give an object with banners and articles'],
    ['a list of banners', [banner], 'the file: give an object with banners and articles'],
    ['an empty object', {}, 'content.json is empty'],
    ['empty lists', { banners: [], articles: [] }, 'content.json is empty'],
    ['an unknown field', { adverts: [] }, 'adverts: '],
    ['an id that does not fit a URL', { banners: [{ ...banner, id: 'A b' }] }, 'banners.0.id: give small letters'],
    ['a script as link', { banners: [{ ...banner, link: 'javascript:1' }] }, 'banners.0.link: give a path'],
    ['a missing picture', { banners: [{ ...banner, picture: 'x.png' }] }, 'x.png cannot be read'],
    [
      'a picture of an unknown format',
      { banners: [{ ...banner, picture: 'content.json' }] },
      'content.json is no picture',
    ],
    ['an SVG with a script', { banners: [{ ...banner, picture: 'page.svg' }] }, 'page.svg is a drawing with script'],
    ['an id twice', { articles: [article, article] }, 'articles: the same id stands twice'],
    ['an article without text', { articles: [{ ...article, body: ' ' }] }, 'articles.0.body: say something'],
    ['an unknown refusal name', { articles: [{ ...article, explains: ['bad'] }] }, 'articles.0.explains.0: '],
    [
      'an end before the start',
      { banners: [{ ...banner, from: '2026-02-01T00:00:00Z', until: '2026-01-01T00:00:00Z' }] },
      'banners.0: until comes before from',
    ],
  ];

  describe('rejects in one line, and imports nothing of,', () => {
    let before: string;
    beforeAll(async () => void (before = await list()));
    afterAll(async () => expect(await list()).toBe(before));

    test.each(rejected)('%s [AC-03]', async (_, content, reason) => {
      const { code, stdout, stderr } = await run('import', file(content));
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toContain(reason);
      expect(stderr).not.toContain('\n');
    });
  });

  test('cannot remove an id that was not imported', async () => {
    const stderr = 'nothing: nothing was imported under this id';
    expect(await run('remove', 'nothing')).toEqual({ code: 1, stdout: '', stderr });
  });
});
