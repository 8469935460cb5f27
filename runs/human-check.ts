import { createHash } from 'node:crypto';

interface Puzzle {
  challenge: string;
  salt: string;
  maxnumber: number;
}

/** The solution of a human check, as a browser sends it. */
export function solve(puzzle: unknown): string {
  const { challenge, salt, maxnumber } = puzzle as Puzzle;
  for (let number = 0; number <= maxnumber; number++)
    if (createHash('sha256').update(`${salt}${number}`).digest('hex') === challenge)
      return btoa(JSON.stringify({ ...(puzzle as Puzzle), number }));
  throw new Error('The puzzle has no solution');
}
