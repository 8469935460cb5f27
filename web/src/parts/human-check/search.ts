import { sha256 } from '@noble/hashes/sha2.js';
import { hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Puzzle } from './puzzle.ts';

/** Hashes in JavaScript: it also works where `crypto.subtle` is missing, and needs no promise per number. */
export function search({ challenge, salt, maxnumber }: Puzzle, from = 0, to = maxnumber): number | undefined {
  const wanted = hexToBytes(challenge);
  for (let number = from; number <= to; number++) {
    const hash = sha256(utf8ToBytes(salt + number));
    if (hash[0] === wanted[0] && hash.every((byte, i) => byte === wanted[i])) return number;
  }
  return undefined;
}

/** About as many numbers as can be tried between two frames. */
const sliceSize = 1000;

/** Searches on the main thread and yields between slices, so that the page stays responsive. */
export async function searchInSlices(puzzle: Puzzle, signal: AbortSignal): Promise<number | undefined> {
  for (let from = 0; from <= puzzle.maxnumber && !signal.aborted; from += sliceSize) {
    const number = search(puzzle, from, Math.min(from + sliceSize - 1, puzzle.maxnumber));
    if (number !== undefined) return number;
    await new Promise((resolve) => setTimeout(resolve));
  }
  return undefined;
}
