import type { CallResult } from '@foyer/contract/call';
import type { verifySecondFactor } from '@foyer/contract/flows/second-factor';
import { type CodeProblems, codeProblems } from '../../parts/send-code/code-problem.ts';
import { formMachine } from '../../platform/forms/form-machine.ts';
import { failureOf } from '../../platform/i18n/failure.ts';
import type { Outcome } from '../outcome.ts';

export type Values = { code: string; serviceId: string | undefined; trustBrowser: boolean };

export const secondFactor = (
  verify: (values: Values, signal: AbortSignal) => Promise<CallResult<typeof verifySecondFactor>>,
) =>
  formMachine<Values, CodeProblems, Outcome>({
    validate: codeProblems,
    async submit(values, signal) {
      const reply = await verify(values, signal);
      switch (reply.is) {
        case 'done':
          return { result: { is: 'signedIn', url: reply.data.url, needAgreement: reply.data.needAgreement } };
        case 'needsIdentityCheck':
          return { result: { is: 'needsIdentityCheck', ...reply.data } };
        case 'accountDisabled':
        case 'boundElsewhere':
        case 'refused':
        case 'noResponse':
          return { problems: { form: failureOf(reply) } };
        case 'wrongCode':
        case 'expiredCode':
        case 'tooManyCodeTries':
        case 'unknownServiceId':
          return { problems: { code: { message: reply.message } } };
      }
    },
  });
