import { expect, test } from 'vitest';
import { fillIn } from './texts.ts';

test('fills a slot and leaves one without a value as it is', () => {
  expect(fillIn('{n} of {m}', { n: 1 })).toBe('1 of {m}');
  expect(fillIn('{constructor}', {})).toBe('{constructor}');
});
