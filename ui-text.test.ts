import { type Language, languages } from '@foyer/contract/language';
import { type RefusalName, resultCodes } from '@foyer/contract/result-codes';
import { describe, expect, test } from 'vitest';
import { codeWordsIn } from './e2e/support/code-words.ts';
import { dialogWordsIn } from './e2e/support/dialog-words.ts';
import { forgottenWordsIn } from './e2e/support/forgotten-words.ts';
import { scanWordsIn } from './e2e/support/scan-words.ts';
import { ssoWordsIn } from './e2e/support/sso-words.ts';
import { wordsIn } from './e2e/support/words.ts';
import { pageTexts, refusalText } from './contract/test/all-texts.ts';

const refusals = Object.keys(resultCodes).filter((name): name is RefusalName => name !== 'done');
const told = [
  {},
  { app: 'alipay' },
  ...[7, 700, 70_000].map((retryAfter) => ({ retryAfter, attemptsLeft: 7 })),
] as const;

/** What is filled in, whatever it is. */
const blank = '§';
const unfilled = (text: string) => text.replaceAll(/\{\w+\}|\d+/g, blank);
/** What is said of something, without its name. */
const unnamed = (word: string) => word.replace(/: §$| · acme$/, '');

const textsIn = (language: Language) =>
  [
    ...Object.values(pageTexts[language]),
    ...refusals.flatMap((name) => told.map((given) => refusalText(name, language, given))),
  ].map(unfilled);

function wordsOf(given: unknown): string[] {
  if (typeof given === 'string') return [unfilled(given)];
  if (typeof given === 'function') return [unfilled(String(given(blank, blank, blank)))];
  return Object.values(given ?? {}).flatMap(wordsOf);
}

/** Whoever walks through the page in one language may leave its words in the other to this. */
describe.each(languages)('what people look for in %s', (language) => {
  const texts = textsIn(language);
  const books = { wordsIn, codeWordsIn, dialogWordsIn, forgottenWordsIn, scanWordsIn, ssoWordsIn };

  test.each(Object.entries(books))('is what the page and the service say: %s', (_, inLanguage) => {
    const unheard = wordsOf(inLanguage(language)).filter((word) => !texts.some((text) => text.includes(unnamed(word))));
    expect(unheard).toEqual([]);
  });
});
