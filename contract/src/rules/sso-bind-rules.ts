import { readEmail, readMobile } from './account-rules.ts';

/** The bind panel asks for one kind of account at a time, so each kind has its own check. */
export type BindProblem = 'empty' | 'invalid';

export const bindPhoneProblem = (typed: string) => problem(typed, readMobile);
export const bindEmailProblem = (typed: string) => problem(typed, readEmail);

function problem(typed: string, read: (typed: string) => string | undefined): BindProblem | undefined {
  if (typed.trim() === '') return 'empty';
  return read(typed) === undefined ? 'invalid' : undefined;
}
