import type { Reply } from '@foyer/contract/call';
import type { resetPassword } from '@foyer/contract/flows/retrieve-password';
import {
  type NewPasswordProblems,
  type NewPasswordTyped,
  newPasswordProblems,
} from '../../parts/new-password/problems.ts';
import { formMachine } from '../../platform/forms/form-machine.ts';
import { type Trouble, troubleOf } from '../../platform/i18n/failure.ts';

export const chooseNewPassword = (
  reset: (password: string, signal: AbortSignal) => Promise<Reply<typeof resetPassword>>,
) =>
  formMachine<NewPasswordTyped, NewPasswordProblems, 'reset' | { proofGone: Trouble }>({
    check: newPasswordProblems,
    async work({ password }, signal) {
      const reply = await reset(password, signal);
      switch (reply.is) {
        case 'done':
          return { result: 'reset' };
        case 'commonPassword':
          return { problems: reply.message ? { password: { said: reply.message } } : { form: 'unknown' } };
        case 'unknownService':
        case 'expiredCode':
          return { result: { proofGone: troubleOf(reply) } };
        case 'refused':
        case 'noAnswer':
          return { problems: { form: troubleOf(reply) } };
      }
    },
  });
