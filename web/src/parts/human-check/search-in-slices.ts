import type { Puzzle } from './puzzle.ts';
import { search } from './search.ts';

/** About as many as fit between two frames. */
const slice = 1000;

/** Searches in the page itself, and lets it breathe in between. */
export async function searchInSlices(puzzle: Puzzle, signal: AbortSignal): Promise<number | undefined> {
  for (let from = 0; from <= puzzle.maxnumber && !signal.aborted; from += slice) {
    const number = search(puzzle, from, Math.min(from + slice - 1, puzzle.maxnumber));
    if (number !== undefined) return number;
    await new Promise((resolve) => setTimeout(resolve));
  }
  return undefined;
}
