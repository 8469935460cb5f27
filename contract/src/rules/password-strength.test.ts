import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { strengthOf, strengthScore } from './password-strength.ts';
import { anyText, heavyTexts } from '../../test/rules.arbitrary.ts';

describe('the strength of a password [VA-04]', () => {
  test.each([
    ['', 0, 'none'],
    ['a', 10, 'low'],
    ['1', 10, 'low'],
    ['!', 10, 'low'],
    ['!!', 15, 'low'],
    ['aB', 20, 'low'],
    ['aaaaaaa', 10, 'low'],
    ['aaaaaaaa', 15, 'low'],
    ['aaaaaaaaaaaa', 15, 'low'],
    ['aaaaaaaaaaaaa', 20, 'low'],
    ['aaaaaaa1', 25, 'low'],
    ['a1!!!!!', 35, 'middle'],
    ['aaaa1aaa!', 35, 'middle'],
    ['aaaaaaaaaaaa1', 30, 'middle'],
    ['aB1aaaaa', 35, 'middle'],
    ['aaaaaa1!!', 40, 'high'],
    ['aB1aaaaaaaaaa', 40, 'high'],
    ['aB1!!aaaaaaaa', 55, 'high'],
  ] as const)('%j scores %i and is %s', (password, score, strength) => {
    expect(strengthScore(password)).toBe(score);
    expect(strengthOf(password)).toBe(strength);
  });

  test('is high over 35 points, middle over 25 and low over 0, for any text', () => {
    fc.assert(
      fc.property(anyText, (typed) => {
        const score = strengthScore(typed);
        expect(strengthOf(typed)).toBe(score > 35 ? 'high' : score > 25 ? 'middle' : score > 0 ? 'low' : 'none');
      }),
    );
  });

  test('never falls when a character is added', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 20 }), fc.string({ minLength: 1, maxLength: 1 }), (typed, more) => {
        expect(strengthScore(typed + more)).toBeGreaterThanOrEqual(strengthScore(typed));
      }),
    );
  });

  test.each(heavyTexts)('of a long text of $name is computed', ({ text }) =>
    expect(strengthScore(text)).toBeGreaterThan(0),
  );
});
