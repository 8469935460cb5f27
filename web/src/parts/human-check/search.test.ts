import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { isPuzzle } from './puzzle.ts';
import { search, searchInSlices } from './search.ts';

const salt = '0123456789abcdef01234567?expires=1893456000&';
const puzzle = (number: number, maxnumber = 5000) => ({
  algorithm: 'SHA-256' as const,
  challenge: createHash('sha256').update(`${salt}${number}`).digest('hex'),
  salt,
  maxnumber,
  signature: '',
});

test('finds the number of the challenge [CS-07]', () => {
  expect(puzzle(4242).challenge).toBe('0793718836b1a4d5261bcd056f5a51462433fed6df693941bc1bac42fd0a9e07');
  expect(search(puzzle(4242))).toBe(4242);
  expect(search(puzzle(0))).toBe(0);
});

test('the search in slices finds the number and stops when aborted [CS-07]', async () => {
  const { signal } = new AbortController();
  for (const number of [0, 999, 1000, 4242]) expect(await searchInSlices(puzzle(number), signal)).toBe(number);
  expect(await searchInSlices(puzzle(4242, 4241), signal)).toBeUndefined();
  expect(await searchInSlices(puzzle(0), AbortSignal.abort())).toBeUndefined();
});

test('a puzzle without a solution ends the search', () => {
  expect(search(puzzle(4242, 4241))).toBeUndefined();
});

test('rejects a malformed puzzle and one that is too hard for a phone', () => {
  expect(isPuzzle(puzzle(1))).toBe(true);
  for (const junk of [null, undefined, 'text', [], {}, { ...puzzle(1), algorithm: 'MD5' }, puzzle(1, 1e9)]) {
    expect(isPuzzle(junk)).toBe(false);
  }
});
