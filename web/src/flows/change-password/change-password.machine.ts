import type { CallResult } from '@foyer/contract/call';
import type { changePassword as changePasswordCall } from '@foyer/contract/flows/change-password';
import {
  type NewPasswordProblems,
  type NewPasswordValues,
  newPasswordProblems,
} from '../../parts/new-password/problems.ts';
import { formMachine } from '../../platform/forms/form-machine.ts';
import { failureOf } from '../../platform/i18n/failure.ts';

export type PasswordValues = NewPasswordValues & { endOtherSessions: boolean };
/** `cancelled`: the person did not prove again who they are. */
type Reply = Exclude<CallResult<typeof changePasswordCall>, { is: 'needsFreshProof' }> | { is: 'cancelled' };

export const changePassword = (commit: (values: PasswordValues, signal: AbortSignal) => Promise<Reply>) =>
  formMachine<PasswordValues, NewPasswordProblems, 'changed' | 'signedOut'>({
    validate: newPasswordProblems,
    async submit(values, signal) {
      const reply = await commit(values, signal);
      if (reply.is === 'done') return { result: 'changed' };
      if (reply.is === 'notSignedIn') return { result: 'signedOut' };
      if (reply.is === 'cancelled') return { problems: {} };
      if (reply.is === 'commonPassword' && reply.message) return { problems: { password: { message: reply.message } } };
      return { problems: { form: failureOf(reply) } };
    },
  });
