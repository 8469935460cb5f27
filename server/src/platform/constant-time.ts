import { timingSafeEqual } from 'node:crypto';

/** Compares a value with a secret one, so that the duration says nothing about the secret except its length. */
export function isEqualInConstantTime(actual: string, expected: string): boolean {
  const [a, b] = [Buffer.from(actual), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
