import { password as limits } from './limits.ts';

const kinds = { digit: /\d/, lower: /[a-z]/, upper: /[A-Z]/, special: /[^A-Za-z0-9]/ };

export type PasswordProblem = 'empty' | 'rule';

/** What is wrong with a password that someone wants to set. Passwords are never trimmed. */
export function passwordProblem(password: string): PasswordProblem | undefined {
  if (password === '') return 'empty';
  if (password.length < limits.min || password.length > limits.max) return 'rule';
  if (!/^[\x21-\x7e]+$/.test(password)) return 'rule';
  const present = Object.values(kinds).filter((kind) => kind.test(password)).length;
  return present < 2 ? 'rule' : undefined;
}

export type ConfirmProblem = 'empty' | 'mismatch';

export function confirmProblem(password: string, again: string): ConfirmProblem | undefined {
  if (again === '') return 'empty';
  return again === password ? undefined : 'mismatch';
}
