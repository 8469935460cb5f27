import { expect, test } from 'vitest';
import { refusalText } from '../../test/all-texts.ts';
import { languages } from '../language.ts';
import { type RefusalName, resultCodes } from '../result-codes.ts';

const names = Object.keys(resultCodes).filter((name): name is RefusalName => name !== 'done');

test.each(names)('%s has a text in every language, complete without data', (name) => {
  for (const language of languages) expect(refusalText(name, language)).not.toMatch(/^$|undefined|NaN|[{}]/);
  expect(refusalText(name, 'zh-CN')).toMatch(/\p{Script=Han}/u);
  expect(refusalText(name, 'en-US')).toMatch(/^[\x20-\x7e’]+$/);
});

// The text of "not scanned yet" is never shown.
test.each(names.filter((name) => name !== 'pending'))('%s says what to do next, in Chinese and English', (name) => {
  expect(refusalText(name, 'zh-CN', { attemptsLeft: 2 })).toMatch(/请|可/);
  expect(refusalText(name, 'en-US', { attemptsLeft: 2 })).toMatch(
    /attempts left|please|\bcan\b|\b(try|sign|contact|write|choose|use|read|ask|skip|request|refresh|enter|link|complete|start)\b/i,
  );
});

test.each([
  [1, '1 minute'],
  [60, '1 minute'],
  [61, '2 minutes'],
  [900, '15 minutes'],
])('a lockout of %i more seconds reads "%s"', (retryAfter, words) => {
  expect(refusalText('lockedOut', 'en-US', { retryAfter })).toContain(`Try again in ${words}, or`);
});

test.each([
  [undefined, 'later'],
  [60, 'in 60 seconds'],
  [61, 'in 2 minutes'],
  [3600, 'in 60 minutes'],
  [3601, 'in 2 hours'],
])('too many requests for %s more seconds reads "%s"', (retryAfter, words) => {
  expect(refusalText('tooManyRequests', 'en-US', { retryAfter })).toBe(`Too many requests. Try again ${words}.`);
});

test('the last attempt is written in the singular', () => {
  expect(refusalText('wrongCredentials', 'en-US', { attemptsLeft: 1 })).toMatch(/ 1 attempt left\.$/);
});
