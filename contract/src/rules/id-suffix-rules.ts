import { identityCheck, longest } from '../limits.ts';

export type IdSuffixProblem = 'short' | 'invalid';

const { characters } = identityCheck;

/** Normalizes the end of an ID number; upper case, because `x` and `X` are the same check character. */
export const readIdSuffix = (typed: string) => typed.slice(0, longest.paste).normalize('NFKC').trim().toUpperCase();

export function idSuffixProblem(typed: string): IdSuffixProblem | undefined {
  const suffix = readIdSuffix(typed);
  if (suffix.length < characters) return 'short';
  return suffix.length === characters && /^[0-9A-Z]+$/.test(suffix) ? undefined : 'invalid';
}

/** The characters of a pasted suffix, one for each box; empty when the length does not match. */
export function pastedIdSuffix(pasted: string): string[] {
  const suffix = readIdSuffix(pasted);
  return suffix.length === characters ? [...suffix] : [];
}
