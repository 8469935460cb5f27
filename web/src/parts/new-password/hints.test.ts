import { passwordProblem } from '@foyer/contract/rules/password-rules';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { hints } from './hints.ts';

const unmet = (typed: string) => hints.filter(({ met }) => !met(typed)).map(({ key }) => key);

test.each(['AbcdEfgh', 'abcdefg1', '1234567!', 'abcdefg!'])(
  '%j is accepted with nothing left to do [VA-02] [RG-06]',
  (typed) => {
    expect(passwordProblem(typed)).toBeUndefined();
    expect(unmet(typed)).toEqual([]);
  },
);

test.each([
  ['abc1', 'pwd.hint.length'],
  ['abcdefgh', 'pwd.hint.kinds'],
  ['ABCDEFGH', 'pwd.hint.kinds'],
  ['12345678', 'pwd.hint.kinds'],
  ['!@#$%^&*', 'pwd.hint.kinds'],
  ['abcd 1234', 'pwd.hint.charset'],
])('%j is refused, and %s says why [VA-02] [RG-06]', (typed, why) => {
  expect(passwordProblem(typed)).toBe('rule');
  expect(unmet(typed)).toEqual([why]);
});

test('a password is accepted exactly when no hint is left, whatever is typed [VA-02] [RG-06]', () => {
  const few = fc.constantFrom('a', 'b', 'A', 'B', '1', '2', '!', '~', ' ', '密');
  const typed = fc.oneof(
    fc.string({ unit: few, maxLength: 24 }),
    fc.string({ unit: fc.constantFrom('a', 'A'), minLength: 7, maxLength: 21 }),
    fc.string({ unit: 'binary', maxLength: 24 }),
  );
  fc.assert(
    fc.property(typed, (password) => {
      expect(passwordProblem(password) === undefined).toBe(unmet(password).length === 0);
    }),
    { numRuns: 500 },
  );
});
