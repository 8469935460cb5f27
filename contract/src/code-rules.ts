import { code as limits, longest } from './limits.ts';
import { withoutWhitespace } from './typed-text.ts';

export type CodeProblem = 'empty' | 'invalid';

const digits = new RegExp(`^\\d{${limits.length}}$`);

/** A code as it is sent, from what was typed or pasted: full width is folded, spaces are dropped. */
export const readCode = (typed: string) => withoutWhitespace(typed.slice(0, longest.paste).normalize('NFKC'));

export function codeProblem(typed: string): CodeProblem | undefined {
  const code = readCode(typed);
  if (code === '') return 'empty';
  return digits.test(code) ? undefined : 'invalid';
}
