import { backupCode as limits, longest } from '../limits.ts';

/** Digits and letters that are not mistaken for each other when a person copies them from paper. */
export const backupCodeCharacters = '0123456789abcdefghjkmnpqrstvwxyz';

const isWhole = new RegExp(`^[${backupCodeCharacters}]{${limits.length}}$`);

/** Normalizes a typed backup code: case, spaces and dashes do not matter, and o, i and l are read as digits. */
export const readBackupCode = (typed: string) =>
  typed
    .slice(0, longest.paste)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\p{Pd}]/gu, '')
    .replace(/o/g, '0')
    .replace(/[il]/g, '1');

export function backupCodeProblem(typed: string): 'empty' | 'invalid' | undefined {
  const read = readBackupCode(typed);
  if (read === '') return 'empty';
  return isWhole.test(read) ? undefined : 'invalid';
}

/** In two halves, as it is shown. */
export const formatBackupCode = (code: string) =>
  `${code.slice(0, limits.length / 2)}-${code.slice(limits.length / 2)}`;
