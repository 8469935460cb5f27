import type { CallResult } from '@foyer/contract/call';
import { type IdSuffixProblem, idSuffixProblem, readIdSuffix } from '@foyer/contract/rules/id-suffix-rules';
import type { checkIdSuffix } from '@foyer/contract/flows/identity-check';
import { formMachine } from '../../platform/forms/form-machine.ts';
import { type Failure, failureOf } from '../../platform/i18n/failure.ts';

export interface Problems {
  /** `tooLate` when the sign-in that waited for it is over. */
  suffix?: IdSuffixProblem | 'tooLate' | { message: string | undefined };
  form?: Failure;
}

export const identityCheck = (
  check: (idSuffix: string, signal: AbortSignal) => Promise<CallResult<typeof checkIdSuffix>>,
) =>
  formMachine<{ suffix: string }, Problems, 'passed'>({
    check({ suffix }) {
      const wrong = idSuffixProblem(suffix);
      return wrong ? { suffix: wrong } : {};
    },
    async work({ suffix }, signal) {
      const reply = await check(readIdSuffix(suffix), signal);
      if (reply.is === 'done') return { result: 'passed' };
      if (reply.is === 'unknownService') return { problems: { suffix: 'tooLate' } };
      if (reply.is === 'wrongIdSuffix') return { problems: { suffix: { message: reply.message } } };
      return { problems: { form: failureOf(reply) } };
    },
  });
