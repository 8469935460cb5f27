import { readAccount } from '@foyer/contract/rules/account-rules';
import type { CallResult } from '@foyer/contract/call';
import type { commitPassword } from '@foyer/contract/flows/password-login';
import { type FormOutcome, formMachine } from '../../platform/forms/form-machine.ts';
import { type Failure, failureOf } from '../../platform/i18n/failure.ts';
import type { Outcome } from '../outcome.ts';

export type Typed = { account: string; password: string };

export interface Problems {
  account?: 'empty' | 'invalid';
  /** `message` is the service's own sentence, already in the person's language. */
  password?: 'empty' | { message: string | undefined; persistent: boolean };
  form?: Failure;
}

/** `commit` asks the service; the screen knows how. */
export const passwordLogin = (
  commit: (typed: Typed, signal: AbortSignal) => Promise<CallResult<typeof commitPassword>>,
) =>
  formMachine<Typed, Problems, Outcome>({
    check: ({ account, password }) => ({
      ...(account.trim() === '' ? { account: 'empty' } : !readAccount(account) && { account: 'invalid' }),
      ...(password === '' && { password: 'empty' }),
    }),
    work: async (typed, signal) => answered(await commit(typed, signal)),
  });

function answered(reply: CallResult<typeof commitPassword>): FormOutcome<Problems, Outcome> {
  switch (reply.is) {
    case 'done':
      return { result: { is: 'signedIn', ...reply.data } };
    case 'needsIdentityCheck':
      return { result: { is: 'needsIdentityCheck', ...reply.data } };
    case 'wrongCredentials':
    case 'waitBeforeRetry':
      return { problems: { password: { message: reply.message, persistent: false } } };
    case 'lockedOut':
      return { problems: { password: { message: reply.message, persistent: true } } };
    case 'accountDisabled':
    case 'refused':
    case 'noAnswer':
      return { problems: { form: failureOf(reply) } };
  }
}
