import { languages } from '@foyer/contract/language';
import { pageAt } from '@foyer/contract/pages/page-routes';
import { expect, test } from 'vitest';
import { readMarkup } from './article-markup.ts';
import { defaultContent } from './default-content.ts';

const origin = 'https://login.test';
const { articles, banners } = await defaultContent(origin);

test('there are articles and banners in every language, with the same ids', () => {
  const idsIn = (items: { id: string; language: string }[], language: string) =>
    items.filter((item) => item.language === language).map(({ id }) => id);
  for (const items of [articles, banners]) {
    expect(idsIn(items, 'zh-CN').length).toBeGreaterThan(1);
    expect(idsIn(items, 'zh-CN')).toEqual(idsIn(items, 'en-US'));
  }
  expect(idsIn(articles, 'en-US').length).toBeGreaterThanOrEqual(10);
});

test('every refusal is explained by at most one article per language', () => {
  for (const language of languages) {
    const explained = articles.filter((article) => article.language === language).flatMap(({ explains }) => explains);
    expect(new Set(explained).size).toBe(explained.length);
    expect(explained.length).toBeGreaterThan(25);
  }
});

test('every internal link leads to an existing page', () => {
  const links = articles
    .flatMap(({ body }) => readMarkup(body, origin))
    .flatMap((block) => ('line' in block ? [block.line] : block.items))
    .flat()
    .flatMap(({ linkUrl }) => (linkUrl ? [linkUrl] : []));
  const own = [...links, ...banners.flatMap(({ link }) => (link ? [new URL(link, origin).href] : []))];
  expect(own.length).toBeGreaterThan(5);
  for (const link of own) expect(pageAt(new URL(link).pathname), link).not.toBe('notFound');
});

test('no text contains unparsed markup', () => {
  const texts = articles
    .flatMap(({ body }) => readMarkup(body, origin))
    .flatMap((block) => ('line' in block ? [block.line] : block.items))
    .flat()
    .map(({ text }) => text);
  expect(texts).not.toEqual([]);
  for (const text of texts) expect(text).not.toMatch(/\*\*|\]\(|^- |^\d+\. |##|undefined|NaN/);
});
