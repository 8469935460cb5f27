import { type AccountProblem, accountProblem } from '@foyer/contract/rules/account-rules';
import type { CallResult } from '@foyer/contract/call';
import type { commitPassword } from '@foyer/contract/flows/password-login';
import { type FormOutcome, formMachine } from '../../platform/forms/form-machine.ts';
import { type Failure, failureOf } from '../../platform/i18n/failure.ts';
import type { Outcome } from '../outcome.ts';
import type { Said } from '../../platform/i18n/texts.ts';

/** `handle` stands for a remembered account, which is not typed. */
export type Values = { account: string; handle?: string | undefined; password: string };

export interface Problems {
  account?: AccountProblem;
  /** `message` is the service's own sentence. A persistent one is shown until the next edit. */
  password?: 'empty' | (Said & { persistent: boolean });
  form?: Failure;
}

/** The account needs a code instead of a password; the failure says why. */
export type NeedsCode = { is: 'needsCode'; failure: Failure };

type Commit = (values: Values, signal: AbortSignal) => Promise<CallResult<typeof commitPassword>>;

export const passwordLogin = (commit: Commit, { offersCode = true } = {}) =>
  formMachine<Values, Problems, Outcome | NeedsCode>({
    validate({ account, handle, password }) {
      const problem = handle ? undefined : accountProblem(account);
      return { ...(problem && { account: problem }), ...(password === '' && { password: 'empty' }) };
    },
    submit: async (values, signal) => outcomeOf(await commit(values, signal), offersCode),
  });

function outcomeOf(
  reply: CallResult<typeof commitPassword>,
  offersCode: boolean,
): FormOutcome<Problems, Outcome | NeedsCode> {
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
    case 'needsCode':
      return offersCode
        ? { result: { is: 'needsCode', failure: failureOf(reply) } }
        : { problems: { form: failureOf(reply) } };
    case 'unknownServiceId':
    case 'needsHumanCheck':
    case 'humanCheckFailed':
    case 'humanCheckExpired':
    case 'needsPlainPassword':
    case 'accountDisabled':
    case 'identityCheckClosed':
    case 'secondFactorUnavailable':
    case 'refused':
    case 'noResponse':
      return { problems: { form: failureOf(reply) } };
  }
}
