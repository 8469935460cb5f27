import { passwordProblem } from '@foyer/contract/rules/password-rules';
import { sha256Hex } from '../../platform/sha256.ts';
import { commonPasswords, contextWords, prefixes, suffixes, words, years } from './common-words.ts';

/** Whether a hashed password is a common one, or is made from the account's own mobile number or e-mail address. */
export type IsCommonPassword = (passwordHash: string, principals?: readonly string[]) => boolean;

/**
 * The service receives only the hash of a password, so the list of common passwords is generated and hashed in the same
 * way. The names of the product count as common words.
 */
export function createCommonPasswords(names: readonly string[]): IsCommonPassword {
  const commonWords = [...words, ...contextWords, ...wordsIn(names)];
  let hashes: Set<string> | undefined;

  return (passwordHash, principals = []) => {
    // Generated at the first use, because many processes never check a password.
    hashes ??= new Set([...commonPasswords, ...commonWords.flatMap(variants)].filter(isAllowed).map(sha256Hex));
    return (
      hashes.has(passwordHash) ||
      wordsIn(principals)
        .flatMap(variants)
        .filter(isAllowed)
        .some((one) => sha256Hex(one) === passwordHash)
    );
  };
}

/** A word with the prefixes and suffixes that people add to satisfy the password rules. */
export const variants = (word: string): string[] =>
  [...new Set([word.toLowerCase(), capitalized(word)])].flatMap((spelled) => [
    spelled,
    ...[...suffixes, ...years].map((suffix) => spelled + suffix),
    ...prefixes.map((prefix) => prefix + spelled),
  ]);

const capitalized = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1).toLowerCase();

/** `mei.lin@example.com` → `mei`, `lin`, `mei.lin`, `example`; parts shorter than three characters are left out. */
const wordsIn = (names: readonly string[]) =>
  names
    .flatMap((name) => [name.split('@')[0] ?? '', ...name.split(/[^\p{L}\d]+/u)])
    .filter((word) => word.length >= 3 && /^[\x21-\x7e]+$/.test(word));

/** Passwords that break the rules cannot be set anyway. */
const isAllowed = (password: string) => passwordProblem(password) === undefined;
