import { code as limits, longest } from '../limits.ts';
import { withoutWhitespace } from './typed-text.ts';

export type CodeProblem = 'empty' | 'invalid';

/** A code as it is sent, from what was typed or pasted: full width is folded, spaces are dropped. */
export const readCode = (typed: string) => withoutWhitespace(typed.slice(0, longest.paste).normalize('NFKC'));

const inside = new RegExp(`(?<!\\d)\\d{${limits.length}}(?!\\d)`);

/** In two halves, as some write it: rather where no other digits stand beside it, for those may be a telephone number. */
const half = `\\d{${limits.length / 2}}`;
const halves = ['[ \\p{Pd}]', '\\p{Pd}'].map(
  (gap) => new RegExp(`(?<!\\d${gap}?)${half}[ \\p{Pd}]${half}(?!${gap}?\\d)`, 'u'),
);

/** What a field for a code keeps: of a whole message the digits that stand together as a code, else the first there are. */
export function findCode(typed: string): string {
  const text = typed.normalize('NFKC');
  const found = [inside, ...halves].map((way) => way.exec(text)?.[0]).find((code) => code !== undefined);
  return (found ?? text).replace(/\D/g, '').slice(0, limits.length);
}

export function codeProblem(typed: string): CodeProblem | undefined {
  const code = readCode(typed);
  if (code === '') return 'empty';
  return inside.exec(code)?.[0] === code ? undefined : 'invalid';
}
