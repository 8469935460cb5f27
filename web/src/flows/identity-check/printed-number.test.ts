import { expect, test } from 'vitest';
import { printedNumber } from './printed-number.ts';

test.each([
  ['an ID card', '110***************', '110••• ••••••••'],
  ['a shorter number', 'E12******', 'E12••'],
  ['a mask without a number', '***', ''],
])('the printed part of %s ends before the four characters that are typed [DG-04]', (_, masked, printed) =>
  expect(printedNumber(masked)).toBe(printed),
);
