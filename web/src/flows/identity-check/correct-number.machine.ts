import type { CallResult, DataOf } from '@foyer/contract/call';
import type { correctIdNumber } from '@foyer/contract/flows/identity-check';
import { isIdNumber } from '@foyer/contract/rules/person-rules';
import type { verifyCode } from '@foyer/contract/flows/send-code';
import { type CodeProblems, codeProblems, verifyProblems } from '../../parts/send-code/code-problem.ts';
import { formMachine } from '../../platform/forms/form-machine.ts';
import { failureOf } from '../../platform/i18n/failure.ts';

export type Values = { number: string; code: string; serviceId: string | undefined };
export type Claim = DataOf<typeof correctIdNumber>;
type Problems = CodeProblems & { number?: 'wrong' };

interface Service {
  verify(code: string, serviceId: string, signal: AbortSignal): Promise<CallResult<typeof verifyCode>>;
  correct(number: string, serviceId: string, signal: AbortSignal): Promise<CallResult<typeof correctIdNumber>>;
}

/** Claims another ID number, after verifying a code sent to the account. */
export function correctNumber({ verify, correct }: Service) {
  // Verified codes: when the response to the correction was lost, the next submit does not verify again.
  const verified = new Set<string>();
  return formMachine<Values, Problems, Claim>({
    validate: ({ number, ...code }) => ({
      ...(!isIdNumber(number) && { number: 'wrong' }),
      ...codeProblems(code),
    }),
    async submit({ number, code, serviceId = '' }, signal) {
      if (!verified.has(serviceId)) {
        const reply = await verify(code, serviceId, signal);
        if (reply.is !== 'done') return { problems: verifyProblems(reply) };
        verified.add(serviceId);
      }
      const reply = await correct(number, serviceId, signal);
      return reply.is === 'done' ? { result: reply.data } : { problems: { form: failureOf(reply) } };
    },
  });
}
