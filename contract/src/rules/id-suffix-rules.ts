import { identityCheck, longest } from '../limits.ts';

export type IdSuffixProblem = 'short' | 'invalid';

const { characters } = identityCheck;

/** The end of an id number: folded, and in capitals, because an `x` is an `X`. */
export const readIdSuffix = (typed: string) => typed.slice(0, longest.paste).normalize('NFKC').trim().toUpperCase();

export function idSuffixProblem(typed: string): IdSuffixProblem | undefined {
  const suffix = readIdSuffix(typed);
  if (suffix.length < characters) return 'short';
  return suffix.length === characters && /^[0-9A-Z]+$/.test(suffix) ? undefined : 'invalid';
}

/** What a paste leaves in the boxes: exactly as many characters as there are boxes, or nothing. */
export function pastedIdSuffix(pasted: string): string[] {
  const suffix = readIdSuffix(pasted);
  return suffix.length === characters ? [...suffix] : [];
}
