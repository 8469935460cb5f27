import { password as limits } from '../limits.ts';

export type Strength = 'none' | 'low' | 'middle' | 'high';

/** Points for the parts of a password, and the scores above which its strength is middle or high. */
const strength = {
  length: { min: limits.min, shortPoints: 5, longOver: 12, longPoints: 10 },
  digit: 10,
  letters: { oneCase: 10, bothCases: 20 },
  special: { one: 10, more: 15 },
  middleOver: 25,
  highOver: 35,
} as const;

export function strengthOf(password: string): Strength {
  const score = strengthScore(password);
  if (score > strength.highOver) return 'high';
  if (score > strength.middleOver) return 'middle';
  return score > 0 ? 'low' : 'none';
}

export function strengthScore(password: string): number {
  return (
    forLength(password.length) +
    (/\d/.test(password) ? strength.digit : 0) +
    forLetters(password) +
    forSpecial(password)
  );
}

function forLength(length: number) {
  if (length < strength.length.min) return 0;
  return length <= strength.length.longOver ? strength.length.shortPoints : strength.length.longPoints;
}

function forLetters(password: string) {
  const cases = [/[a-z]/, /[A-Z]/].filter((letter) => letter.test(password)).length;
  return [0, strength.letters.oneCase, strength.letters.bothCases][cases]!;
}

function forSpecial(password: string) {
  const count = password.replace(/[A-Za-z\d]/g, '').length;
  return [0, strength.special.one][count] ?? strength.special.more;
}
