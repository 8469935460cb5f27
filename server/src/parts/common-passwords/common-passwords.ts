import { createHash } from 'node:crypto';
import { passwordProblem } from '@foyer/contract/rules/password-rules';
import { contextWords, heads, tails, whole, words, years } from './well-known.ts';

/** Whether a password, as the browser hashes it, is one that everybody tries first. `own` are words of its owner. */
export type IsCommonPassword = (hashed: string, own?: readonly string[]) => boolean;

/**
 * The service never sees a password, only its hash; so what is refused is spelled out and hashed in the same way. The
 * names of the product count as words that everybody knows.
 */
export function createCommonPasswords(names: readonly string[]): IsCommonPassword {
  const known = [...words, ...contextWords, ...wordsIn(names)];
  let hashes: Set<string> | undefined;

  return (hashed, own = []) => {
    // Made when first asked for: most processes that start never are.
    hashes ??= new Set([...whole, ...known.flatMap(spellings)].filter(isAllowed).map(hashOf));
    return (
      hashes.has(hashed) ||
      wordsIn(own)
        .flatMap(spellings)
        .filter(isAllowed)
        .some((one) => hashOf(one) === hashed)
    );
  };
}

/** A word with what people add to make it pass. */
export const spellings = (word: string): string[] =>
  [...new Set([word.toLowerCase(), capital(word)])].flatMap((spelled) => [
    spelled,
    ...added.map((tail) => spelled + tail),
    ...heads.map((head) => head + spelled),
  ]);

const added = [...tails, ...years];
const capital = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1).toLowerCase();

/** `mei.lin@example.com` → `mei`, `lin`, `mei.lin`, `example`; what is too short to be a word is left out. */
const wordsIn = (names: readonly string[]) =>
  names
    .flatMap((name) => [name.split('@')[0] ?? '', ...name.split(/[^\p{L}\d]+/u)])
    .filter((word) => word.length >= 3 && /^[\x21-\x7e]+$/.test(word));

/** The others cannot be set in any case. */
const isAllowed = (password: string) => passwordProblem(password) === undefined;

const hashOf = (password: string) => createHash('sha256').update(password).digest('hex');
