import type { CallResult } from '@foyer/contract/call';
import type { resetPassword } from '@foyer/contract/flows/retrieve-password';
import {
  type NewPasswordProblems,
  type NewPasswordValues,
  newPasswordProblems,
} from '../../parts/new-password/problems.ts';
import { formMachine } from '../../platform/forms/form-machine.ts';
import { type Failure, failureOf } from '../../platform/i18n/failure.ts';

export const chooseNewPassword = (
  reset: (password: string, signal: AbortSignal) => Promise<CallResult<typeof resetPassword>>,
) =>
  formMachine<NewPasswordValues, NewPasswordProblems, 'reset' | { proofExpired: Failure }>({
    validate: newPasswordProblems,
    async submit({ password }, signal) {
      const reply = await reset(password, signal);
      switch (reply.is) {
        case 'done':
          return { result: 'reset' };
        case 'commonPassword':
          return { problems: reply.message ? { password: { message: reply.message } } : { form: 'unknown' } };
        case 'unknownServiceId':
        case 'expiredCode':
          return { result: { proofExpired: failureOf(reply) } };
        case 'refused':
        case 'noResponse':
          return { problems: { form: failureOf(reply) } };
      }
    },
  });
