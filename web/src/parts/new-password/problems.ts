import { type ConfirmProblem, confirmProblem, passwordProblem } from '@foyer/contract/rules/password-rules';
import type { Failure } from '../../platform/i18n/failure.ts';
import type { NewPasswordProblem } from './new-password.tsx';

export type NewPasswordTyped = { password: string; again: string };
export type NewPasswordProblems = { password?: NewPasswordProblem; again?: ConfirmProblem; form?: Failure };

export function newPasswordProblems({ password, again }: NewPasswordTyped): NewPasswordProblems {
  const wrong = passwordProblem(password);
  const different = confirmProblem(password, again);
  return { ...(wrong && { password: wrong }), ...(different && { again: different }) };
}
