import { type AccountProblem, accountProblem, readAccount } from '@foyer/contract/rules/account-rules';
import type { CallResult } from '@foyer/contract/call';
import type { commitCode } from '@foyer/contract/flows/code-login';
import type { verifyCode } from '@foyer/contract/flows/send-code';
import { type CodeProblems, codeProblems, verifyProblems } from '../../parts/send-code/code-problem.ts';
import { type FormOutcome, formMachine } from '../../platform/forms/form-machine.ts';
import { failureOf } from '../../platform/i18n/failure.ts';
import type { Outcome } from '../outcome.ts';

/** `handle` stands for a remembered account, which is not typed. */
export type Values = { account: string; handle?: string | undefined; code: string; serviceId: string | undefined };
export type VerifiedCode = ({ principal: string } | { preServiceId: string }) & { serviceId: string };
type Problems = CodeProblems & { account?: AccountProblem };

interface Service {
  verify(code: string, serviceId: string, signal: AbortSignal): Promise<CallResult<typeof verifyCode>>;
  commit(verified: VerifiedCode, signal: AbortSignal): Promise<CallResult<typeof commitCode>>;
}

/** Verifies the code, then signs in with the verified code. */
export function codeLogin({ verify, commit }: Service) {
  // When the response to the sign-in was lost, the next submit does not verify the code again.
  const verifiedHandles = new Set<string>();
  return formMachine<Values, Problems, Outcome>({
    validate({ account, handle, ...values }) {
      const problem = handle ? undefined : accountProblem(account);
      return { ...(problem && { account: problem }), ...codeProblems(values) };
    },
    async submit({ account, handle, code, serviceId: sent }, signal) {
      const serviceId = sent!;
      if (!verifiedHandles.has(serviceId)) {
        const reply = await verify(code, serviceId, signal);
        if (reply.is !== 'done') return { problems: verifyProblems(reply) };
        verifiedHandles.add(serviceId);
      }
      const verified = {
        ...(handle ? { preServiceId: handle } : { principal: readAccount(account)!.value }),
        serviceId,
      };
      return outcomeOf(verified, await commit(verified, signal));
    },
  });
}

function outcomeOf(verified: VerifiedCode, reply: CallResult<typeof commitCode>): FormOutcome<Problems, Outcome> {
  switch (reply.is) {
    case 'done':
      return { result: { is: 'signedIn', ...reply.data } };
    case 'needsAgreement':
      // A remembered account exists, so it is never created here.
      return 'principal' in verified
        ? { result: { is: 'mustAgreeFirst', ...verified } }
        : { problems: { form: failureOf(reply) } };
    case 'needsIdentityCheck':
      return { result: { is: 'needsIdentityCheck', ...reply.data } };
    case 'unknownServiceId':
    case 'expiredCode':
      return { problems: { code: { message: reply.message } } };
    case 'contactReserved':
    case 'accountDisabled':
    case 'identityCheckClosed':
    case 'secondFactorUnavailable':
    case 'refused':
    case 'noResponse':
      return { problems: { form: failureOf(reply) } };
  }
}
