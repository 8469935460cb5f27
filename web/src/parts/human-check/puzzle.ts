import { humanCheck } from '@foyer/contract/limits';

/** Proof of work: find the number up to `maxnumber` whose salted hash is `challenge`. The service has signed it. */
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
