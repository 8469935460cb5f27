import { createHash } from 'node:crypto';
import { passwordProblem } from '@foyer/contract/rules/password-rules';
import { expect, test } from 'vitest';
import { createCommonPasswords, spellings } from './common-passwords.ts';
import { whole, words } from './well-known.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const isCommon = createCommonPasswords(['云章', 'Yunzhang', 'Acme Sign']);

test('more than three thousand passwords that could be set are refused [ASVS 6.2.4]', () => {
  const settable = [...new Set([...whole, ...words.flatMap(spellings)])].filter((one) => !passwordProblem(one));
  expect(settable.length).toBeGreaterThan(3000);
  const everyHundredth = settable.filter((_, i) => i % 100 === 0);
  expect(everyHundredth.filter((one) => !isCommon(sha256(one)))).toEqual([]);
});

test.each([
  'Password1',
  'password123',
  '1qaz2wsx',
  'qwer1234',
  'a123456789',
  'woaini1314',
  'Aa123456',
  'P@ssw0rd!',
  'Welcome2026',
  'Admin@123',
])('%s is one of them [ASVS 6.2.12]', (password) => expect(isCommon(sha256(password))).toBe(true));

test.each(['Yunzhang2026', 'yunzhang@123', 'Esign2026', 'qianming123', 'hetong888', 'Acme1234', 'sign123456'])(
  '%s is made of what this product is called [ASVS 6.1.2]',
  (password) => expect(isCommon(sha256(password))).toBe(true),
);

test('nobody’s own name or number is a password for them, and may be one for others', () => {
  expect(isCommon(sha256('mei.lin2026'), ['mei.lin@example.com'])).toBe(true);
  expect(isCommon(sha256('meilinda123'), ['meilinda@example.com'])).toBe(true);
  expect(isCommon(sha256('13800138000!'), ['13800138000'])).toBe(true);
  expect(isCommon(sha256('meilinda123'))).toBe(false);
});

test('a password of one’s own is left alone', () => {
  for (const one of ['Foyer-2026', 'correct7horse', 'x9$kLm2pQw', '三Z1'])
    expect(isCommon(sha256(one), ['mei@example.com'])).toBe(false);
});
