import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { codeProblem, readCode } from './code-rules.ts';
import { idSuffixProblem, pastedIdSuffix, readIdSuffix } from './id-suffix-rules.ts';
import { anyText, fullWidth, heavyTexts } from '../../test/rules.arbitrary.ts';
import { bindEmailProblem, bindPhoneProblem } from './sso-bind-rules.ts';
import { trimmed, withoutWhitespace } from './typed-text.ts';

describe('a code is six digits [VA-06]', () => {
  test.each(['123456', '000000', ' 123 456 ', '１２３４５６'])('%j is a code', (typed) => {
    expect(codeProblem(typed)).toBeUndefined();
    expect(readCode(typed)).toMatch(/^\d{6}$/);
  });

  test.each(['12345', '1234567', '12345a', '12-456', '-12345', '1e5000', '١٢٣٤٥٦'])('%j is not a code', (typed) => {
    expect(codeProblem(typed)).toBe('invalid');
  });

  test.each(['', ' ', '　'])('%j is empty', (typed) => expect(codeProblem(typed)).toBe('empty'));
});

describe('the last four characters of an ID number', () => {
  test.each(['1234', '123X', 'abcd', '１２３ｘ'])('%j is valid', (typed) => {
    expect(idSuffixProblem(typed)).toBeUndefined();
  });

  test('x equals X', () => expect(readIdSuffix('123x')).toBe(readIdSuffix('123X')));
  test.each(['', '1', '123', ' 123 '])('%j is too short', (typed) => expect(idSuffixProblem(typed)).toBe('short'));
  test.each(['12 4', '12-4', '123*', '号码错误', '12345'])('%j is not valid', (typed) => {
    expect(idSuffixProblem(typed)).toBe('invalid');
  });

  test('a paste of four characters fills the boxes, any other paste clears them', () => {
    for (const pasted of ['123x', ' 123X\n', '１２３ｘ']) expect(pastedIdSuffix(pasted)).toEqual(['1', '2', '3', 'X']);
    for (const pasted of ['', '123', '12345', '11010119900307123X']) expect(pastedIdSuffix(pasted)).toEqual([]);
  });
});

describe('the account to link with an SSO identity', () => {
  test.each([
    ['', 'empty'],
    ['  ', 'empty'],
    ['1380013800', 'invalid'],
    ['23800138000', 'invalid'],
    ['mei@example.com', 'invalid'],
    ['13800138000', undefined],
  ])('phone %j: %s', (typed, problem) => expect(bindPhoneProblem(typed)).toBe(problem));

  test.each([
    ['', 'empty'],
    ['mei@', 'invalid'],
    ['13800138000', 'invalid'],
    ['mei@example.com', undefined],
  ])('e-mail %j: %s', (typed, problem) => expect(bindEmailProblem(typed)).toBe(problem));
});

describe('whitespace', () => {
  test('around a value is removed', () => expect(trimmed(' \t mei lin 　')).toBe('mei lin'));
  test('in a registration e-mail address is removed everywhere', () =>
    expect(withoutWhitespace(' m e\ti@x.　cn\n')).toBe('mei@x.cn'));
  test('a value is cut after 1000 characters', () => {
    expect(trimmed('a'.repeat(1000))).toHaveLength(1000);
    expect(trimmed('a'.repeat(1001))).toHaveLength(1000);
  });
});

describe('for any text', () => {
  test.each(Object.entries({ trimmed, withoutWhitespace }))('%s is idempotent', (_, read) => {
    fc.assert(
      fc.property(anyText, (typed) => {
        expect(read(read(typed))).toBe(read(typed));
      }),
    );
  });

  test('an accepted code is sent as six ASCII digits', () => {
    const digits = fc.stringMatching(/^\d{5,7}$/);
    fc.assert(
      fc.property(fc.oneof(anyText, digits, digits.map(fullWidth)), (typed) => {
        if (codeProblem(typed) === undefined) expect(readCode(typed)).toMatch(/^[0-9]{6}$/);
      }),
    );
  });

  test('an accepted ID suffix is four letters or digits', () => {
    fc.assert(
      fc.property(fc.oneof(anyText, fc.stringMatching(/^\w{3,5}$/)), (typed) => {
        if (idSuffixProblem(typed) === undefined) expect(readIdSuffix(typed)).toMatch(/^[0-9A-Z]{4}$/);
      }),
    );
  });

  test.each(heavyTexts)('a long text of $name is no code, no ID suffix and no account', ({ text }) => {
    for (const problem of [codeProblem, idSuffixProblem, bindPhoneProblem, bindEmailProblem]) {
      expect(problem(text)).toBeDefined();
    }
  });
});
