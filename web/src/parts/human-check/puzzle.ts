import { sha256 } from '@noble/hashes/sha2.js';
import { hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';

/** Find the number whose hash, salted, is `challenge`. The service signed it and knows the answer's range. */
export interface Puzzle {
  algorithm: 'SHA-256';
  challenge: string;
  salt: string;
  maxnumber: number;
  signature: string;
}

export function isPuzzle(value: Record<string, unknown>): value is Record<string, unknown> & Puzzle {
  return (
    value.algorithm === 'SHA-256' &&
    typeof value.challenge === 'string' &&
    typeof value.salt === 'string' &&
    typeof value.maxnumber === 'number' &&
    value.maxnumber <= 5_000_000
  );
}

/** Plain hashing, which works where the browser hides its own, and without a promise for each try. */
export function search({ challenge, salt, maxnumber }: Puzzle): number | undefined {
  const wanted = hexToBytes(challenge);
  for (let number = 0; number <= maxnumber; number++) {
    const hash = sha256(utf8ToBytes(salt + number));
    if (hash[0] === wanted[0] && hash.every((byte, i) => byte === wanted[i])) return number;
  }
  return undefined;
}
