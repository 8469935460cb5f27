import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { codeProblem, readCode } from './code-rules.ts';
import { idSuffixProblem, pastedIdSuffix, readIdSuffix } from './id-suffix-rules.ts';
import { anyText, fullWidth, heavyTexts } from '../../test/rules.arbitrary.ts';
import { bindEmailProblem, bindPhoneProblem } from './sso-bind-rules.ts';
import { trimmed, withoutWhitespace } from './typed-text.ts';

describe('a code is six digits [VA-06]', () => {
  test.each(['123456', '000000', ' 123 456 ', '１２３４５６'])('%j is one', (typed) => {
    expect(codeProblem(typed)).toBeUndefined();
    expect(readCode(typed)).toMatch(/^\d{6}$/);
  });

  test.each(['12345', '1234567', '12345a', '12-456', '-12345', '1e5000', '١٢٣٤٥٦'])('%j is not', (typed) => {
    expect(codeProblem(typed)).toBe('invalid');
  });

  test.each(['', ' ', '　'])('%j is none yet', (typed) => expect(codeProblem(typed)).toBe('empty'));
});

describe('the last four of an id number', () => {
  test.each(['1234', '123X', 'abcd', '１２３ｘ'])('%j will do', (typed) => {
    expect(idSuffixProblem(typed)).toBeUndefined();
  });

  test('an x is an X', () => expect(readIdSuffix('123x')).toBe(readIdSuffix('123X')));
  test.each(['', '1', '123', ' 123 '])('%j is too short', (typed) => expect(idSuffixProblem(typed)).toBe('short'));
  test.each(['12 4', '12-4', '123*', '一二三四', '12345'])('%j is not valid', (typed) => {
    expect(idSuffixProblem(typed)).toBe('invalid');
  });

  test('pasted, four fill the boxes and any other number clears them', () => {
    expect(pastedIdSuffix('123x')).toEqual(['1', '2', '3', 'X']);
    expect(pastedIdSuffix(' 123x\n')).toEqual(['1', '2', '3', 'X']);
    for (const pasted of ['', '123', '12345', '11010119900307123X']) expect(pastedIdSuffix(pasted)).toEqual([]);
  });
});

describe('the account that a company identity is joined with', () => {
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

describe('the space around what was typed', () => {
  test('is not meant', () => expect(trimmed(' \t mei lin 　')).toBe('mei lin'));
  test('goes altogether from a registration e-mail', () =>
    expect(withoutWhitespace(' m e\ti@x.　cn\n')).toBe('mei@x.cn'));
  test('there is an end to what is read: 1000 characters', () => {
    expect(trimmed('a'.repeat(1000))).toHaveLength(1000);
    expect(trimmed('a'.repeat(1001))).toHaveLength(1000);
  });
});

describe('whatever is typed', () => {
  test.each(Object.entries({ trimmed, withoutWhitespace }))('%s leaves nothing to do the second time', (_, read) => {
    fc.assert(
      fc.property(anyText, (typed) => {
        expect(read(read(typed))).toBe(read(typed));
      }),
    );
  });

  test('a code that is accepted is sent as six ASCII digits', () => {
    const digits = fc.stringMatching(/^\d{5,7}$/);
    fc.assert(
      fc.property(fc.oneof(anyText, digits, digits.map(fullWidth)), (typed) => {
        if (codeProblem(typed) === undefined) expect(readCode(typed)).toMatch(/^[0-9]{6}$/);
      }),
    );
  });

  test('an id suffix that is accepted is four letters or digits', () => {
    fc.assert(
      fc.property(fc.oneof(anyText, fc.stringMatching(/^\w{3,5}$/)), (typed) => {
        if (idSuffixProblem(typed) === undefined) expect(readIdSuffix(typed)).toMatch(/^[0-9A-Z]{4}$/);
      }),
    );
  });

  test.each(heavyTexts)('a flood of $name is no code, no suffix and no account', ({ text }) => {
    for (const problem of [codeProblem, idSuffixProblem, bindPhoneProblem, bindEmailProblem]) {
      expect(problem(text)).toBeDefined();
    }
  });
});
