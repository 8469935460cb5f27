import type { CallResult } from '@foyer/contract/call';
import type { setPassword as setPasswordCall } from '@foyer/contract/flows/set-password';
import {
  type NewPasswordProblems,
  type NewPasswordValues,
  newPasswordProblems,
} from '../../parts/new-password/problems.ts';
import { formMachine } from '../../platform/forms/form-machine.ts';
import { failureOf } from '../../platform/i18n/failure.ts';

export const setPassword = (
  commit: (password: string, signal: AbortSignal) => Promise<CallResult<typeof setPasswordCall>>,
) =>
  formMachine<NewPasswordValues, NewPasswordProblems, 'set'>({
    validate: newPasswordProblems,
    async submit({ password }, signal) {
      const reply = await commit(password, signal);
      if (reply.is === 'done') return { result: 'set' };
      if (reply.is === 'commonPassword' && reply.message) return { problems: { password: { message: reply.message } } };
      return { problems: { form: failureOf(reply) } };
    },
  });
