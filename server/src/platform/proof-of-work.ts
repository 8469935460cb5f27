import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';

/** A number is to be found whose salted hash is `challenge`; the signature says that it was us who asked. */
const puzzle = v.object({
  algorithm: v.literal('SHA-256'),
  challenge: v.pipe(v.string(), v.regex(/^[\da-f]{64}$/)),
  maxnumber: v.pipe(v.number(), v.safeInteger()),
  salt: v.pipe(v.string(), v.regex(/^[\x21-\x7e]+$/)),
  signature: v.pipe(v.string(), v.regex(/^[\da-f]{64}$/)),
});
const solution = v.object({ ...puzzle.entries, number: v.pipe(v.number(), v.safeInteger(), v.minValue(0)) });

export type Puzzle = v.InferOutput<typeof puzzle>;

export interface Asked {
  secret: string;
  /** What the puzzle is for, and for whom. */
  scene: string;
  browser: string;
}

export interface Made {
  random: string;
  number: number;
  maxnumber: number;
  expires: number;
  /** What the browser looks like, hashed: comes back with the solution. */
  looks: string;
}

export function makePuzzle(
  { secret, scene, browser }: Asked,
  { random, number, maxnumber, expires, looks }: Made,
): Puzzle {
  const terms = new URLSearchParams({ expires: String(Math.floor(expires / 1000)), scene, browser, looks });
  // The salt ends in a sign that no number has: otherwise digits could be moved from one to the other.
  const salt = `${random}?${terms}&`;
  const challenge = challengeOf(salt, number);
  return { algorithm: 'SHA-256', challenge, maxnumber, salt, signature: signatureOf(secret, challenge) };
}

export type Verdict = { is: 'solved'; challenge: string; looks: string } | { is: 'wrong' | 'expired' };

/** Looks at what was handed in: ours, solved, for this, in this browser, in time. Whether it is new is not known here. */
export function judge(value: string, { secret, scene, browser }: Asked, now: number): Verdict {
  const read = v.safeParse(solution, fromBase64(value));
  if (!read.success) return { is: 'wrong' };
  const { salt, number, challenge, signature } = read.output;
  if (!salt.endsWith('&') || !isSame(signature, signatureOf(secret, challenge))) return { is: 'wrong' };
  if (!isSame(challenge, challengeOf(salt, number))) return { is: 'wrong' };
  const terms = new URLSearchParams(salt.slice(salt.indexOf('?')));
  if (terms.get('scene') !== scene || terms.get('browser') !== browser) return { is: 'wrong' };
  const expires = Number(terms.get('expires')) * 1000;
  return expires > now ? { is: 'solved', challenge, looks: terms.get('looks') ?? '' } : { is: 'expired' };
}

export const challengeOf = (salt: string, number: number) =>
  createHash('sha256').update(`${salt}${number}`).digest('hex');
export const signatureOf = (secret: string, challenge: string) =>
  createHmac('sha256', secret).update(challenge).digest('hex');

const isSame = (a: string, b: string) => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

function fromBase64(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64').toString());
  } catch {
    return undefined;
  }
}
