import { expect, test } from 'vitest';
import { normalUserCode, shownUserCode } from './user-code.ts';

test('a code is the same with small letters, spaces, dashes and full-width letters', () => {
  for (const typed of ['BCDF-GHJK', 'bcdfghjk', ' bcdf ghjk ', 'b c-d_f.GHJK', 'ＢＣＤＦ－ｇｈｊｋ', 'bcdf—ghjk'])
    expect(normalUserCode(typed)).toBe('BCDFGHJK');
});

test('anything that no device shows is no code', () => {
  for (const typed of ['', 'BCDFGHJ', 'BCDFGHJKL', 'BCDF-GHJA', 'BCDF-GHJ1', 'бCDFGHJK', 'x'.repeat(10_000)])
    expect(normalUserCode(typed)).toBeUndefined();
});

test('a code is shown as the device shows it', () => {
  expect(shownUserCode('BCDFGHJK')).toBe('BCDF-GHJK');
});
