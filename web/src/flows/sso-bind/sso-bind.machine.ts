import type { CallResult } from '@foyer/contract/call';
import type { checkBindCode } from '@foyer/contract/flows/sso-bind';
import { type BindProblem, bindEmailProblem, bindPhoneProblem } from '@foyer/contract/rules/sso-bind-rules';
import { toSignInResult } from '@foyer/contract/flows/sso-return';
import { type CodeProblems, codeProblems } from '../../parts/send-code/code-problem.ts';
import { type FormOutcome, formMachine } from '../../platform/forms/form-machine.ts';
import { failureOf } from '../../platform/i18n/failure.ts';
import type { Outcome } from '../outcome.ts';

export type Kind = 'MOBILE' | 'EMAIL';
/** `principal` is undefined while it is the masked one from the company. */
export type Values = { kind: Kind; principal: string | undefined; code: string; authCodeId: string | undefined };

interface Problems extends CodeProblems {
  principal?: BindProblem;
}

type Check = (code: string, authCodeId: string, signal: AbortSignal) => Promise<CallResult<typeof checkBindCode>>;

/** Links the company identity to the account that receives the code. */
export const ssoBind = (check: Check) =>
  formMachine<Values, Problems, Outcome>({
    validate({ kind, principal, code, authCodeId }) {
      const rule = kind === 'MOBILE' ? bindPhoneProblem : bindEmailProblem;
      const problem = principal === undefined ? undefined : rule(principal);
      return { ...(problem && { principal: problem }), ...codeProblems({ code, serviceId: authCodeId }) };
    },
    submit: async ({ code, authCodeId }, signal) => outcomeOf(await check(code, authCodeId!, signal)),
  });

function outcomeOf(reply: CallResult<typeof checkBindCode>): FormOutcome<Problems, Outcome> {
  switch (reply.is) {
    case 'done':
      return { result: { is: 'signedIn', ...toSignInResult(reply.data) } };
    case 'needsIdentityCheck':
      return { result: { is: 'needsIdentityCheck', ...reply.data } };
    case 'wrongCode':
    case 'expiredCode':
    case 'tooManyCodeTries':
    case 'unknownServiceId':
      return { problems: { code: { message: reply.message } } };
    case 'ssoExpired':
    case 'boundElsewhere':
    case 'contactReserved':
    case 'accountDisabled':
    case 'identityCheckClosed':
    case 'secondFactorUnavailable':
    case 'refused':
    case 'noResponse':
      return { problems: { form: failureOf(reply) } };
  }
}
