import type { CallResult } from '@foyer/contract/call';
import { codeProblem } from '@foyer/contract/rules/code-rules';
import type { correctIdNumber } from '@foyer/contract/flows/identity-check';
import { idNumber, longest } from '@foyer/contract/limits';
import type { verifyCode } from '@foyer/contract/flows/send-code';
import { formMachine } from '../../platform/forms/form-machine.ts';
import { type Failure, failureOf } from '../../platform/i18n/failure.ts';

export type Typed = { number: string; code: string; serviceId: string | undefined };

export interface Problems {
  number?: 'wrong';
  code?: 'empty' | 'invalid' | 'needFirst' | { message: string | undefined };
  form?: Failure;
}

interface Service {
  verify(code: string, serviceId: string, signal: AbortSignal): Promise<CallResult<typeof verifyCode>>;
  correct(number: string, serviceId: string, signal: AbortSignal): Promise<CallResult<typeof correctIdNumber>>;
}

const wholeNumber = new RegExp(`^[0-9A-Za-z]{${idNumber.min},${longest.idNumber}}$`);

/** The right number, proven by a code to the mobile number of the account. */
export function correctNumber({ verify, correct }: Service) {
  // Codes proven here: when the answer to what follows was lost, trying again goes on from there.
  const proven = new Set<string>();
  return formMachine<Typed, Problems, 'corrected'>({
    check({ number, code, serviceId }) {
      const wrong = serviceId ? codeProblem(code) : 'needFirst';
      return { ...(!wholeNumber.test(number) && { number: 'wrong' }), ...(wrong && { code: wrong }) };
    },
    async work({ number, code, serviceId = '' }, signal) {
      if (!proven.has(serviceId)) {
        const verified = await verify(code, serviceId, signal);
        if (verified.is === 'refused' || verified.is === 'noAnswer') return { problems: { form: failureOf(verified) } };
        if (verified.is !== 'done') return { problems: { code: { message: verified.message } } };
        proven.add(serviceId);
      }
      const reply = await correct(number, serviceId, signal);
      return reply.is === 'done' ? { result: 'corrected' } : { problems: { form: failureOf(reply) } };
    },
  });
}
