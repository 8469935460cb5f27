import { createHmac } from 'node:crypto';
import * as v from 'valibot';
import { isEqualInConstantTime } from './constant-time.ts';
import { sha256Hex } from './sha256.ts';

/**
 * Format of ALTCHA version 1. The browser must find the number whose salted hash is `challenge`; the signature proves that
 * the puzzle is ours.
 */
const puzzle = v.object({
  algorithm: v.literal('SHA-256'),
  challenge: v.pipe(v.string(), v.regex(/^[\da-f]{64}$/)),
  maxnumber: v.pipe(v.number(), v.safeInteger()),
  salt: v.pipe(v.string(), v.regex(/^[\x21-\x7e]+$/)),
  signature: v.pipe(v.string(), v.regex(/^[\da-f]{64}$/)),
});
const solution = v.object({ ...puzzle.entries, number: v.pipe(v.number(), v.safeInteger(), v.minValue(0)) });

export type Puzzle = v.InferOutput<typeof puzzle>;

export interface PuzzleContext {
  secret: string;
  /** What the solution allows; `scene` in the salt. */
  purpose: string;
  /** The hashed ID of the browser that has to solve the puzzle. */
  browser: string;
}

export interface PuzzleParameters {
  random: string;
  number: number;
  maxnumber: number;
  expires: number;
  /** A hash of the browser's fingerprint, which the solution returns; `looks` in the salt. */
  fingerprint: string;
}

export function makePuzzle(
  { secret, purpose, browser }: PuzzleContext,
  { random, number, maxnumber, expires, fingerprint }: PuzzleParameters,
): Puzzle {
  const terms = new URLSearchParams({
    expires: String(Math.floor(expires / 1000)),
    scene: purpose,
    browser,
    looks: fingerprint,
  });
  // The salt ends in a character that no number has: otherwise digits could be moved from the number to the salt.
  const salt = `${random}?${terms}&`;
  const challenge = challengeOf(salt, number);
  return { algorithm: 'SHA-256', challenge, maxnumber, salt, signature: signatureOf(secret, challenge) };
}

export type SolutionResult = { is: 'solved'; challenge: string; fingerprint: string } | { is: 'wrong' | 'expired' };

/** Checks signature, solution, purpose, browser and expiry. Whether the solution was used before is checked elsewhere. */
export function verifySolution(
  value: string,
  { secret, purpose, browser }: PuzzleContext,
  now: number,
): SolutionResult {
  const parsed = v.safeParse(solution, parseBase64Json(value));
  if (!parsed.success) return { is: 'wrong' };
  const { salt, number, challenge, signature } = parsed.output;
  if (!salt.endsWith('&') || !isEqualInConstantTime(signature, signatureOf(secret, challenge))) return { is: 'wrong' };
  if (!isEqualInConstantTime(challenge, challengeOf(salt, number))) return { is: 'wrong' };
  const terms = new URLSearchParams(salt.slice(salt.indexOf('?')));
  if (terms.get('scene') !== purpose || terms.get('browser') !== browser) return { is: 'wrong' };
  const expires = Number(terms.get('expires')) * 1000;
  return expires > now ? { is: 'solved', challenge, fingerprint: terms.get('looks') ?? '' } : { is: 'expired' };
}

export const challengeOf = (salt: string, number: number) => sha256Hex(`${salt}${number}`);
export const signatureOf = (secret: string, challenge: string) =>
  createHmac('sha256', secret).update(challenge).digest('hex');

function parseBase64Json(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64').toString());
  } catch {
    return undefined;
  }
}
