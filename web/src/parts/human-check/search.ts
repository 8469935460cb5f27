import { sha256 } from '@noble/hashes/sha2.js';
import { hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Puzzle } from './puzzle.ts';

/** Plain hashing, which works where the browser hides its own, and without a promise for each try. */
export function search({ challenge, salt, maxnumber }: Puzzle, from = 0, to = maxnumber): number | undefined {
  const wanted = hexToBytes(challenge);
  for (let number = from; number <= to; number++) {
    const hash = sha256(utf8ToBytes(salt + number));
    if (hash[0] === wanted[0] && hash.every((byte, i) => byte === wanted[i])) return number;
  }
  return undefined;
}
