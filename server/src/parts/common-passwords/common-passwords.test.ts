import { createHash } from 'node:crypto';
import { passwordProblem } from '@foyer/contract/rules/password-rules';
import { expect, test } from 'vitest';
import { createCommonPasswords, variants } from './common-passwords.ts';
import { commonPasswords, words } from './common-words.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const isCommon = createCommonPasswords(['云章', 'Yunzhang', 'Acme Sign']);

test('refuses more than three thousand common passwords [ASVS 6.2.4]', () => {
  const settable = [...new Set([...commonPasswords, ...words.flatMap(variants)])].filter(
    (one) => !passwordProblem(one),
  );
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
])('refuses %s [ASVS 6.2.12]', (password) => expect(isCommon(sha256(password))).toBe(true));

test.each(['Yunzhang2026', 'yunzhang@123', 'Esign2026', 'qianming123', 'hetong888', 'Acme1234', 'sign123456'])(
  'refuses %s, which contains the product name [ASVS 6.1.2]',
  (password) => expect(isCommon(sha256(password))).toBe(true),
);

test('refuses the own name and mobile number of an account, not those of others', () => {
  expect(isCommon(sha256('mei.lin2026'), ['mei.lin@example.com'])).toBe(true);
  expect(isCommon(sha256('meilinda123'), ['meilinda@example.com'])).toBe(true);
  expect(isCommon(sha256('13800138000!'), ['13800138000'])).toBe(true);
  expect(isCommon(sha256('meilinda123'))).toBe(false);
});

test('accepts an uncommon password', () => {
  for (const one of ['Foyer-2026', 'correct7horse', 'x9$kLm2pQw', '三Z1'])
    expect(isCommon(sha256(one), ['mei@example.com'])).toBe(false);
});
