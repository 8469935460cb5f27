import type { Row } from '../results.ts';

/** Seconds after the cause of a fault has ended. */
export const recoveryBar = 5;

/** A number that must be zero. */
export const none = (number: string, result: number): Row => ({
  number,
  bar: '0',
  result: `${result}`,
  isMet: result === 0,
});

export const atLeast = (number: string, bar: number, result: number): Row => ({
  number,
  bar: `≥ ${bar}`,
  result: `${result}`,
  isMet: result >= bar,
});

/** A time in seconds. The short form measures it too, but on a busy machine it decides nothing. */
export const within = (number: string, bar: number, result: number, isTimed: boolean): Row => ({
  number,
  bar: isTimed ? `≤ ${bar} s` : '–',
  result: `${result.toFixed(1)} s`,
  isMet: !isTimed || result <= bar,
});
