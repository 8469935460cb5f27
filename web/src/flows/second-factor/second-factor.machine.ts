import type { CallResult } from '@foyer/contract/call';
import { codeProblem } from '@foyer/contract/rules/code-rules';
import type { verifySecondFactor } from '@foyer/contract/flows/second-factor';
import { formMachine } from '../../platform/forms/form-machine.ts';
import { type Failure, failureOf } from '../../platform/i18n/failure.ts';
import type { Outcome } from '../outcome.ts';

export type Typed = { code: string; serviceId: string | undefined; trustBrowser: boolean };

export interface Problems {
  code?: 'empty' | 'invalid' | 'needFirst' | { message: string | undefined };
  form?: Failure;
}

export const secondFactor = (
  verify: (typed: Typed, signal: AbortSignal) => Promise<CallResult<typeof verifySecondFactor>>,
) =>
  formMachine<Typed, Problems, Outcome>({
    check({ code, serviceId }) {
      const wrong = serviceId ? codeProblem(code) : 'needFirst';
      return wrong ? { code: wrong } : {};
    },
    async work(typed, signal) {
      const reply = await verify(typed, signal);
      switch (reply.is) {
        case 'done':
          return { result: passed(reply.data) };
        case 'needsIdentityCheck':
          return { result: { is: 'needsIdentityCheck', ...reply.data } };
        case 'accountDisabled':
        case 'boundElsewhere':
        case 'refused':
        case 'noAnswer':
          return { problems: { form: failureOf(reply) } };
        case 'wrongCode':
        case 'expiredCode':
        case 'tooManyCodeTries':
        case 'unknownService':
          return { problems: { code: { message: reply.message } } };
      }
    },
  });

const passed = ({ url, needAgreement }: { url?: string | undefined; needAgreement: boolean }): Outcome => ({
  is: 'signedIn',
  ouid: '',
  ...(url && { url }),
  loginDoubleCheck: false,
  needAgreement,
  newUser: false,
});
