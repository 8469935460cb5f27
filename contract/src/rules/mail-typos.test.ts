import fc from 'fast-check';
import { expect, test } from 'vitest';
import { suggestedEmail } from './mail-typos.ts';

test.each([
  ['mei@gmial.com', 'mei@gmail.com'],
  ['mei@gmai.com', 'mei@gmail.com'],
  ['mei@gmaill.com', 'mei@gmail.com'],
  ['mei@gnail.com', 'mei@gmail.com'],
  ['mei@gmail.con', 'mei@gmail.com'],
  ['mei@qq.co', 'mei@qq.com'],
  ['Mei@HOTMIAL.com', 'Mei@hotmail.com'],
])('%s is suggested as %s', (typed, meant) => expect(suggestedEmail(typed)).toBe(meant));

test.each(['mei@gmail.com', 'mei@example.com', 'mei@company.cn', '13800138000', '@gmial.com', 'mei@', 'mei'])(
  '%s has no suggestion',
  (typed) => expect(suggestedEmail(typed)).toBeUndefined(),
);

test('no text throws', () => {
  fc.assert(fc.property(fc.string(), (typed) => void suggestedEmail(typed)));
});
