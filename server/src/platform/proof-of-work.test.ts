import { expect, test } from 'vitest';
import { challengeOf, verifySolution, makePuzzle, signatureOf } from './proof-of-work.ts';

const now = Date.UTC(2026, 10, 15, 8);
const asked = { secret: 'test key', purpose: 'code', browser: 'this-browser' };
const puzzle = makePuzzle(asked, {
  random: '0123456789abcdef01234567',
  number: 421,
  maxnumber: 1000,
  expires: now + 1000,
  fingerprint: 'like-many',
});
const handIn = (changes: object = {}, more: object = {}) =>
  verifySolution(
    Buffer.from(JSON.stringify({ ...puzzle, number: 421, ...changes })).toString('base64'),
    { ...asked, ...more },
    now,
  );

test('computes the same challenge and signature as other implementations [D-07]', () => {
  const salt = '0123456789abcdef01234567?expires=1893456000&';
  const challenge = challengeOf(salt, 4242);
  expect(challenge).toBe('0793718836b1a4d5261bcd056f5a51462433fed6df693941bc1bac42fd0a9e07');
  expect(signatureOf('test key', challenge)).toBe('279ec6b350bb6c158dc79bcdf9d472ac0db57d1a31cee39d3479fb3cc684d5e7');
});

test('accepts a solution, also with additional fields', () => {
  expect(handIn()).toEqual({ is: 'solved', challenge: puzzle.challenge, fingerprint: 'like-many' });
  expect(handIn({ took: 12 })).toMatchObject({ is: 'solved' });
});

test('rejects digits moved from the number to the salt', () => {
  expect(puzzle.salt).toMatch(/&$/);
  const salt = `${puzzle.salt}4`;
  expect(challengeOf(salt, 21)).toBe(puzzle.challenge);
  expect(handIn({ salt, number: 21 })).toEqual({ is: 'wrong' });
});

test.each([
  ['another number', { number: 420 }],
  ['a number as text', { number: '421' }],
  ['a negative number', { number: -1 }],
  ['half a number', { number: 0.5 }],
  ['no number', { number: undefined }],
  ['another algorithm', { algorithm: 'SHA-1' }],
  ['no algorithm', { algorithm: undefined }],
  ['a longer life', { salt: puzzle.salt.replace(/expires=\d+/, 'expires=1999999999') }],
  ['another signature', { signature: '0'.repeat(64) }],
  ['an empty signature', { signature: '' }],
  [
    'a challenge of its own',
    { challenge: challengeOf('salt?expires=1999999999&', 1), salt: 'salt?expires=1999999999&', number: 1 },
  ],
])('rejects a solution with %s', (_, changes) => {
  expect(handIn(changes)).toEqual({ is: 'wrong' });
});

test.each([
  ['for something else', { purpose: 'other' }],
  ['in another browser', { browser: 'that-browser' }],
  ['signed with another key', { secret: 'another key' }],
])('rejects a puzzle %s', (_, more) => {
  expect(handIn({}, more)).toEqual({ is: 'wrong' });
});

test.each(['', '{}', 'bm90IGpzb24=', 'W10=', 'bnVsbA==', '%%%', 'eyJhbGdvcml0aG0iOiJTSEEtMjU2In0='])(
  '%j is wrong',
  (value) => {
    expect(verifySolution(value, asked, now)).toEqual({ is: 'wrong' });
  },
);

test('expires at the time in its salt', () => {
  const value = Buffer.from(JSON.stringify({ ...puzzle, number: 421 })).toString('base64');
  expect(verifySolution(value, asked, now + 999)).toMatchObject({ is: 'solved' });
  expect(verifySolution(value, asked, now + 1000)).toEqual({ is: 'expired' });
});
