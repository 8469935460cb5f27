import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { confirmProblem, passwordProblem } from './password-rules.ts';
import { anyText, heavyTexts } from '../../test/rules.arbitrary.ts';

describe('a password that may be set [VA-02]', () => {
  test.each(['abcdefg1', 'ABCDEFG1', 'abcdefgH', '1234567!', 'abcdefg!', '!!!!!!!1', 'aB3$aB3$aB3$aB3$aB3$'])(
    '%j',
    (password) => {
      expect(passwordProblem(password)).toBeUndefined();
    },
  );

  test.each([
    ['abcdef1', 'seven characters'],
    ['aB3$aB3$aB3$aB3$aB3$a', 'twenty-one'],
    ['12345678', 'digits only'],
    ['abcdefgh', 'small letters only'],
    ['ABCDEFGH', 'capitals only'],
    ['!@#$%^&*', 'special characters only'],
    ['abcd 1234', 'a space'],
    ['密码abcd12', 'other letters'],
    ['abcdefg1\n', 'a line end'],
  ])('%j may not: %s', (password) => {
    expect(passwordProblem(password)).toBe('rule');
  });

  test('nothing at all has a message of its own', () => {
    expect(passwordProblem('')).toBe('empty');
  });

  test('what passes has 8 to 20 visible characters of two kinds, whatever was typed', () => {
    fc.assert(
      fc.property(fc.oneof(anyText, fc.string({ minLength: 6, maxLength: 22 })), (typed) => {
        if (passwordProblem(typed) !== undefined) return;
        expect(typed).toMatch(/^[!-~]{8,20}$/);
        expect(typed).not.toMatch(/^(\d+|[a-z]+|[A-Z]+|[^A-Za-z\d]+)$/);
      }),
      { numRuns: 2000 },
    );
  });

  test.each(heavyTexts)('a flood of $name is refused', ({ text }) => expect(passwordProblem(text)).toBe('rule'));
});

describe('the password again [VA-03]', () => {
  test('left empty', () => expect(confirmProblem('abcdefg1', '')).toBe('empty'));
  test('other than the first', () => expect(confirmProblem('abcdefg1', 'abcdefg2')).toBe('mismatch'));
  test('with a space too many: passwords are never trimmed', () => {
    expect(confirmProblem('abcdefg1', 'abcdefg1 ')).toBe('mismatch');
  });
  test('the same', () => expect(confirmProblem('abcdefg1', 'abcdefg1')).toBeUndefined());
});
