import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { confirmProblem, passwordProblem } from './password-rules.ts';
import { anyText, heavyTexts } from '../../test/rules.arbitrary.ts';

describe('a new password [VA-02]', () => {
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
  ])('%j is refused: %s', (password) => {
    expect(passwordProblem(password)).toBe('rule');
  });

  test('an empty password has its own problem', () => {
    expect(passwordProblem('')).toBe('empty');
  });

  test('an accepted password has 8 to 20 visible characters of two kinds', () => {
    fc.assert(
      fc.property(fc.oneof(anyText, fc.string({ minLength: 6, maxLength: 22 })), (typed) => {
        if (passwordProblem(typed) !== undefined) return;
        expect(typed).toMatch(/^[!-~]{8,20}$/);
        expect(typed).not.toMatch(/^(\d+|[a-z]+|[A-Z]+|[^A-Za-z\d]+)$/);
      }),
      { numRuns: 2000 },
    );
  });

  test.each(heavyTexts)('a long text of $name is refused', ({ text }) => expect(passwordProblem(text)).toBe('rule'));
});

describe('the repeated password [VA-03]', () => {
  test('is refused when empty', () => expect(confirmProblem('abcdefg1', '')).toBe('empty'));
  test('is refused when it differs', () => expect(confirmProblem('abcdefg1', 'abcdefg2')).toBe('mismatch'));
  test('is refused with an extra space: passwords are never trimmed', () => {
    expect(confirmProblem('abcdefg1', 'abcdefg1 ')).toBe('mismatch');
  });
  test('is accepted when equal', () => expect(confirmProblem('abcdefg1', 'abcdefg1')).toBeUndefined());
});
