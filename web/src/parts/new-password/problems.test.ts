import { passwordProblem } from '@foyer/contract/rules/password-rules';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { hints } from './problems.ts';

const unmetHints = (typed: string) => hints.filter(({ met }) => !met(typed)).map(({ key }) => key);

test.each(['AbcdEfgh', 'abcdefg1', '1234567!', 'abcdefg!'])(
  'accepts %j and leaves no hint unmet [VA-02] [RG-06]',
  (typed) => {
    expect(passwordProblem(typed)).toBeUndefined();
    expect(unmetHints(typed)).toEqual([]);
  },
);

test.each([
  ['abc1', 'pwd.hint.length'],
  ['abcdefgh', 'pwd.hint.kinds'],
  ['ABCDEFGH', 'pwd.hint.kinds'],
  ['12345678', 'pwd.hint.kinds'],
  ['!@#$%^&*', 'pwd.hint.kinds'],
  ['abcd 1234', 'pwd.hint.charset'],
])('rejects %j and leaves the hint %s unmet [VA-02] [RG-06]', (typed, hint) => {
  expect(passwordProblem(typed)).toBe('rule');
  expect(unmetHints(typed)).toEqual([hint]);
});

test('accepts a password exactly when every hint is met, for any text [VA-02] [RG-06]', () => {
  const few = fc.constantFrom('a', 'b', 'A', 'B', '1', '2', '!', '~', ' ', '密');
  const typed = fc.oneof(
    fc.string({ unit: few, maxLength: 24 }),
    fc.string({ unit: fc.constantFrom('a', 'A'), minLength: 7, maxLength: 21 }),
    fc.string({ unit: 'binary', maxLength: 24 }),
  );
  fc.assert(
    fc.property(typed, (password) => {
      expect(passwordProblem(password) === undefined).toBe(unmetHints(password).length === 0);
    }),
    { numRuns: 500 },
  );
});
