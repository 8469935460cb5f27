import { code as limits, longest } from '../first-limits.ts';
import { withoutWhitespace } from './typed-text.ts';

export type CodeProblem = 'empty' | 'invalid';

/** Normalizes a typed or pasted code: full-width digits become ASCII, spaces are removed. */
export const readCode = (typed: string) => withoutWhitespace(typed.slice(0, longest.paste).normalize('NFKC'));

const inside = new RegExp(`(?<!\\d)\\d{${limits.length}}(?!\\d)`);

/** Two halves with a gap, as some messages write a code. Matches without adjacent digits come first, since those may be a phone number. */
const half = `\\d{${limits.length / 2}}`;
const halves = ['[ \\p{Pd}]', '\\p{Pd}'].map(
  (gap) => new RegExp(`(?<!\\d${gap}?)${half}[ \\p{Pd}]${half}(?!${gap}?\\d)`, 'u'),
);

/** The code in a typed or pasted text: the digits that stand together as a code, otherwise the first digits. */
export function findCode(typed: string): string {
  const text = typed.normalize('NFKC');
  const found = [inside, ...halves].map((pattern) => pattern.exec(text)?.[0]).find((code) => code !== undefined);
  return (found ?? text).replace(/\D/g, '').slice(0, limits.length);
}

export function codeProblem(typed: string): CodeProblem | undefined {
  const code = readCode(typed);
  if (code === '') return 'empty';
  return inside.exec(code)?.[0] === code ? undefined : 'invalid';
}
