import type { CallResult } from '@foyer/contract/call';
import type { verifySecondFactor, verifyStoredFactor } from '@foyer/contract/flows/second-factor';
import { type CodeProblems, codeProblems } from '../../parts/send-code/code-problem.ts';
import { type StoredFactor, storedFactorProblems } from '../../parts/stored-factor/stored-factor-field.tsx';
import { formMachine } from '../../platform/forms/form-machine.ts';
import { failureOf } from '../../platform/i18n/failure.ts';
import type { Outcome } from '../outcome.ts';

export type SmsValues = { code: string; serviceId: string | undefined; trustBrowser: boolean };

/** A code that was sent to the mobile number. */
export const smsFactor = (
  verify: (values: SmsValues, signal: AbortSignal) => Promise<CallResult<typeof verifySecondFactor>>,
) =>
  formMachine<SmsValues, CodeProblems, Outcome>({
    validate: codeProblems,
    submit: async (values, signal) => outcomeOf(await verify(values, signal)),
  });

/** `setupId`: of an app that the code confirms. */
export type StoredValues = Omit<SmsValues, 'serviceId'> & { setupId?: string | undefined };

/** A code of the authenticator app, or a backup code. */
export const storedFactor = (
  factor: StoredFactor,
  verify: (values: StoredValues, signal: AbortSignal) => Promise<CallResult<typeof verifyStoredFactor>>,
) =>
  formMachine<StoredValues, CodeProblems, Outcome>({
    validate: ({ code }) => storedFactorProblems(factor, code),
    submit: async (values, signal) => outcomeOf(await verify(values, signal)),
  });

type Reply = CallResult<typeof verifySecondFactor> | CallResult<typeof verifyStoredFactor>;

function outcomeOf(reply: Reply): { result: Outcome } | { problems: CodeProblems } {
  switch (reply.is) {
    case 'done':
      return { result: { is: 'signedIn', url: reply.data.url, needAgreement: reply.data.needAgreement } };
    case 'needsIdentityCheck':
      return { result: { is: 'needsIdentityCheck', ...reply.data } };
    case 'accountDisabled':
    case 'identityCheckClosed':
    case 'secondFactorUnavailable':
    case 'boundElsewhere':
    case 'refused':
    case 'noResponse':
      return { problems: { form: failureOf(reply) } };
    case 'wrongCode':
    case 'expiredCode':
    case 'tooManyCodeTries':
    case 'codeAlreadyUsed':
    case 'unknownServiceId':
      return { problems: { code: { message: reply.message } } };
  }
}
