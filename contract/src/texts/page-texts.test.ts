import { describe, expect, test } from 'vitest';
import { languages } from '../language.ts';
import { pageTexts } from '../../test/all-texts.ts';
import { loadTexts } from './page-texts.ts';
import { articles, bannerTexts, messages } from './service-texts.ts';

const slots = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();
const entries = (texts: object): [string, string][] => Object.entries(texts);

test('the service has texts for exactly the listed languages', () => {
  for (const texts of [messages, articles, bannerTexts])
    expect(Object.keys(texts).sort()).toEqual([...languages].sort());
});

describe.each(languages)('the page texts in %s', (language) => {
  test('have the same keys and slots as the Chinese ones', () => {
    const withSlots = (texts: object) => Object.fromEntries(entries(texts).map(([key, text]) => [key, slots(text)]));
    expect(withSlots(pageTexts[language])).toEqual(withSlots(pageTexts['zh-CN']));
  });

  test('are not empty', () => {
    expect(entries(pageTexts[language]).filter(([, text]) => text.trim() === '')).toEqual([]);
  });

  test('have no key in both files', async () => {
    const first = Object.keys(await loadTexts(language, 'first'));
    const { later } = (await import(`./${language}/later.ts`)) as { later: object };
    expect(first.filter((key) => key in later)).toEqual([]);
  });
});
