import { password as limits } from '../limits.ts';

const kinds = { digit: /\d/, lower: /[a-z]/, upper: /[A-Z]/, special: /[^A-Za-z0-9\s]/ };

/** The rules for a new password. Upper-case and lower-case letters count as two kinds. */
export const passwordParts = {
  length: (password: string) => password.length >= limits.min && password.length <= limits.max,
  charset: (password: string) => /^[\x21-\x7e]+$/.test(password),
  kinds: (password: string) => Object.values(kinds).filter((kind) => kind.test(password)).length >= 2,
};

export type PasswordProblem = 'empty' | 'rule';

/** Passwords are never trimmed. */
export function passwordProblem(password: string): PasswordProblem | undefined {
  if (password === '') return 'empty';
  return Object.values(passwordParts).every((isMet) => isMet(password)) ? undefined : 'rule';
}

export type ConfirmProblem = 'empty' | 'mismatch';

export function confirmProblem(password: string, again: string): ConfirmProblem | undefined {
  if (again === '') return 'empty';
  return again === password ? undefined : 'mismatch';
}
