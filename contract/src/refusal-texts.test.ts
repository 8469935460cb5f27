import { languages } from './language.ts';
import { type RefusalName, resultCodes } from './result-codes.ts';
import { expect, test } from 'vitest';
import { refusalText } from './refusal-texts.ts';

const names = Object.keys(resultCodes).filter((name): name is RefusalName => name !== 'done');

test.each(names)('%s can be told in both languages, without what is left open', (name) => {
  const [zh, en] = languages.map((language) => refusalText(name, language));
  expect(zh).toMatch(/\p{Script=Han}/u);
  expect(en).toMatch(/^[\x20-\x7e]+$/);
  expect(`${zh}${en}`).not.toMatch(/undefined|NaN|[{}]/);
});

// While nobody has scanned, nobody is told anything.
test.each(names.filter((name) => name !== 'pending'))('%s says what to do next, in both languages', (name) => {
  expect(refusalText(name, 'zh-CN')).toMatch(/请|可/);
  expect(refusalText(name, 'en-US')).toMatch(/please|\bcan\b|attempts? left/i);
});

test.each([
  [1, '1 minute'],
  [60, '1 minute'],
  [61, '2 minutes'],
  [900, '15 minutes'],
])('a lock of %i more seconds is told as %s', (retryAfter, words) => {
  expect(refusalText('lockedOut', 'en-US', { retryAfter })).toBe(
    `Too many wrong attempts, please try again in ${words}`,
  );
});

test('one try left is one attempt', () => {
  expect(refusalText('wrongCredentials', 'en-US', { attemptsLeft: 1 })).toMatch(/; 1 attempt left$/);
});
