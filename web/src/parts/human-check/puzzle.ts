import { humanCheck } from '@foyer/contract/limits';

/** Find the number whose hash, salted, is `challenge`. The service signed it and knows the answer's range. */
export interface Puzzle {
  algorithm: 'SHA-256';
  challenge: string;
  salt: string;
  maxnumber: number;
  signature: string;
}

export function isPuzzle(value: unknown): value is Puzzle {
  const { algorithm, challenge, salt, maxnumber } = (value ?? {}) as Partial<Puzzle>;
  return (
    algorithm === 'SHA-256' &&
    typeof challenge === 'string' &&
    typeof salt === 'string' &&
    typeof maxnumber === 'number' &&
    maxnumber <= humanCheck.maxNumber
  );
}
