import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { newClientIp } from '../../test/support/test-app.ts';
import { runContent } from './content.ts';
import { UnfitContent } from '../parts/content/content-shape.ts';

const place = await newClientIp();
const folder = mkdtempSync(join(tmpdir(), 'foyer-content-'));
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await place.clear();
});

writeFileSync(join(folder, 'spring.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
writeFileSync(join(folder, 'page.svg'), '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>');

const run = (...args: string[]) => runContent(args, place.env);
function file(content: unknown) {
  const path = join(folder, 'content.json');
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}
const banner = { id: 'spring', language: 'en-US', picture: 'spring.svg', alt: 'Spring' };
const article = { id: 'hours', language: 'en-US', title: 'When we are here', summary: 'Nine to five', body: 'Always.' };

describe('someone who looks after the content', () => {
  test('takes it in, sees it, puts another in its place and takes it away', async () => {
    expect(await run('list')).toMatch(/^Nothing was imported/);
    const path = file({ banners: [banner], articles: [article, { ...article, language: 'zh-CN', title: '时间' }] });
    expect(await run('import', path)).toBe('Imported 1 banners and 2 articles; they show within a minute.');
    // An editor may have put its mark before it.
    await run('import', file(`\uFEFF${JSON.stringify({ articles: [{ ...article, title: 'Opening hours' }] })}`));
    expect((await run('list')).split('\n')).toEqual([
      'article  hours  en-US  Opening hours  (read 0×)',
      'article  hours  zh-CN  时间  (read 0×)',
      'banner   spring  en-US  Spring',
    ]);
    expect(await run('remove', 'hours')).toBe('Removed hours, in 2 languages.');
    expect(await run('list')).toBe('banner   spring  en-US  Spring');
  });

  const unfit: [string, unknown, string][] = [
    ['no JSON', '{', 'content.json is no JSON'],
    ['a list', [], 'the file: give an object with banners and articles'],
    ['a list of banners', [banner], 'the file: give an object with banners and articles'],
    ['nothing', {}, 'content.json brings nothing'],
    ['empty lists', { banners: [], articles: [] }, 'content.json brings nothing'],
    ['a word that is not known', { adverts: [] }, 'adverts: '],
    [
      'an id that would not fit an address',
      { banners: [{ ...banner, id: 'A b' }] },
      'banners.0.id: give small letters',
    ],
    [
      'a link that a script hides in',
      { banners: [{ ...banner, link: 'javascript:1' }] },
      'banners.0.link: give a path',
    ],
    ['a picture that is not there', { banners: [{ ...banner, picture: 'x.png' }] }, 'x.png cannot be read'],
    ['a picture that is none', { banners: [{ ...banner, picture: 'content.json' }] }, 'content.json is no picture'],
    ['a drawing with script', { banners: [{ ...banner, picture: 'page.svg' }] }, 'page.svg is a drawing with script'],
    ['two of one id', { articles: [article, article] }, 'articles: the same id stands twice'],
    ['an article without words', { articles: [{ ...article, body: ' ' }] }, 'articles.0.body: say something'],
    ['a refusal that there is not', { articles: [{ ...article, explains: ['bad'] }] }, 'articles.0.explains.0: '],
    [
      'an end before its beginning',
      { banners: [{ ...banner, from: '2026-02-01T00:00:00Z', until: '2026-01-01T00:00:00Z' }] },
      'banners.0: until comes before from',
    ],
  ];

  test('is told in one line what is wrong, and nothing is changed [AC-03]', async () => {
    const before = await run('list');
    for (const [what, content, line] of unfit) {
      const said = await run('import', file(content)).catch((error: unknown) => error);
      expect(said, what).toBeInstanceOf(UnfitContent);
      expect(String(said)).toContain(line);
      expect(String(said)).not.toContain('\n');
    }
    expect(await run('list')).toBe(before);
  });

  test.each([[], ['import'], ['list', 'x'], ['remove'], ['toString', 'x'], ['import', 'a', 'b']])(
    'who says %j is told what one can say',
    async (...args) => {
      await expect(run(...args)).rejects.toThrow('npm run content -- import FILE');
    },
  );

  test('cannot remove what there is not', async () => {
    await expect(run('remove', 'nothing')).rejects.toThrow('nothing: nothing was imported under this id');
  });
});
