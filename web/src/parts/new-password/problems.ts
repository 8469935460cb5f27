import {
  type ConfirmProblem,
  confirmProblem,
  passwordParts,
  passwordProblem,
} from '@foyer/contract/rules/password-rules';
import type { Failure } from '../../platform/i18n/failure.ts';
import type { Said } from '../../platform/i18n/texts.ts';

/** `repeatPassword` is the second field, which must hold the same password. */
export type NewPasswordValues = { password: string; repeatPassword: string };
export type NewPasswordProblems = {
  /** `message` is the service's own sentence. */
  password?: 'empty' | 'rule' | Said;
  repeatPassword?: ConfirmProblem;
  form?: Failure;
};

export function newPasswordProblems({ password, repeatPassword }: NewPasswordValues): NewPasswordProblems {
  const problem = passwordProblem(password);
  const difference = confirmProblem(password, repeatPassword);
  return { ...(problem && { password: problem }), ...(difference && { repeatPassword: difference }) };
}

/** The hints cover the whole password rule: a password is accepted exactly when every hint is met. */
export const hints = [
  { key: 'pwd.hint.length', met: passwordParts.length },
  { key: 'pwd.hint.charset', met: passwordParts.charset },
  { key: 'pwd.hint.kinds', met: passwordParts.kinds },
] as const;
