import type { CallResult } from '@foyer/contract/call';
import { type IdSuffixProblem, idSuffixProblem, readIdSuffix } from '@foyer/contract/rules/id-suffix-rules';
import type { checkIdSuffix } from '@foyer/contract/flows/identity-check';
import { formMachine } from '../../platform/forms/form-machine.ts';
import { type Failure, failureOf } from '../../platform/i18n/failure.ts';
import type { Said } from '../../platform/i18n/texts.ts';

interface Problems {
  /** `tooLate`: the pending sign-in has expired. */
  suffix?: IdSuffixProblem | 'tooLate' | Said;
  form?: Failure;
}

export const identityCheck = (
  check: (idSuffix: string, signal: AbortSignal) => Promise<CallResult<typeof checkIdSuffix>>,
) =>
  formMachine<{ suffix: string }, Problems, 'passed'>({
    validate({ suffix }) {
      const problem = idSuffixProblem(suffix);
      return problem ? { suffix: problem } : {};
    },
    async submit({ suffix }, signal) {
      const reply = await check(readIdSuffix(suffix), signal);
      if (reply.is === 'done') return { result: 'passed' };
      if (reply.is === 'unknownServiceId') return { problems: { suffix: 'tooLate' } };
      if (reply.is === 'wrongIdSuffix') return { problems: { suffix: { message: reply.message } } };
      return { problems: { form: failureOf(reply) } };
    },
  });
