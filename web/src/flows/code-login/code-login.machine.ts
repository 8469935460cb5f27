import { readAccount } from '@foyer/contract/rules/account-rules';
import type { CallResult } from '@foyer/contract/call';
import type { commitCode } from '@foyer/contract/flows/code-login';
import { codeProblem } from '@foyer/contract/rules/code-rules';
import type { verifyCode } from '@foyer/contract/flows/send-code';
import { type FormOutcome, formMachine } from '../../platform/forms/form-machine.ts';
import { type Failure, failureOf } from '../../platform/i18n/failure.ts';
import type { Outcome } from '../outcome.ts';

export type Typed = { account: string; code: string; serviceId: string | undefined };
export type Proof = { principal: string; serviceId: string };

export interface Problems {
  account?: 'empty' | 'invalid';
  code?: 'empty' | 'invalid' | 'needFirst' | { message: string | undefined };
  form?: Failure;
}

interface Service {
  verify(code: string, serviceId: string, signal: AbortSignal): Promise<CallResult<typeof verifyCode>>;
  commit(proof: Proof, signal: AbortSignal): Promise<CallResult<typeof commitCode>>;
}

/** Proves the code, then signs in with what it proved. */
export function codeLogin({ verify, commit }: Service) {
  // Codes proven here: when the answer to what follows was lost, trying again goes on from there.
  const proven = new Set<string>();
  return formMachine<Typed, Problems, Outcome>({
    check({ account, code, serviceId }) {
      const wrong = serviceId ? codeProblem(code) : 'needFirst';
      return {
        ...(account.trim() === '' ? { account: 'empty' } : !readAccount(account) && { account: 'invalid' }),
        ...(wrong && { code: wrong }),
      };
    },
    async work({ account, code, serviceId }, signal) {
      const proof = { principal: readAccount(account)!.value, serviceId: serviceId! };
      if (!proven.has(proof.serviceId)) {
        const verified = await verify(code, proof.serviceId, signal);
        if (verified.is !== 'done') return notVerified(verified);
        proven.add(proof.serviceId);
      }
      return committed(proof, await commit(proof, signal));
    },
  });
}

function notVerified(reply: Exclude<CallResult<typeof verifyCode>, { is: 'done' }>): FormOutcome<Problems, Outcome> {
  if (reply.is === 'refused' || reply.is === 'noAnswer') return { problems: { form: failureOf(reply) } };
  return { problems: { code: { message: reply.message } } };
}

function committed(proof: Proof, reply: CallResult<typeof commitCode>): FormOutcome<Problems, Outcome> {
  switch (reply.is) {
    case 'done':
      return { result: { is: 'signedIn', ...reply.data } };
    case 'needsAgreement':
      return { result: { is: 'mustAgreeFirst', ...proof } };
    case 'needsIdentityCheck':
      return { result: { is: 'needsIdentityCheck', ...reply.data } };
    case 'unknownService':
    case 'expiredCode':
      return { problems: { code: { message: reply.message } } };
    case 'accountDisabled':
    case 'refused':
    case 'noAnswer':
      return { problems: { form: failureOf(reply) } };
  }
}
