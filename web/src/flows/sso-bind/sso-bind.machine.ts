import type { CallResult } from '@foyer/contract/call';
import { codeProblem } from '@foyer/contract/rules/code-rules';
import type { checkBindCode } from '@foyer/contract/flows/sso-bind';
import { bindEmailProblem, bindPhoneProblem } from '@foyer/contract/rules/sso-bind-rules';
import { toSignedIn } from '@foyer/contract/flows/sso-return';
import { type FormOutcome, formMachine } from '../../platform/forms/form-machine.ts';
import { type Failure, failureOf } from '../../platform/i18n/failure.ts';
import type { Outcome } from '../outcome.ts';

export type Kind = 'MOBILE' | 'EMAIL';
/** `address` is undefined while it is the one that the company told. */
export type Typed = { kind: Kind; address: string | undefined; code: string; authCodeId: string | undefined };

export interface Problems {
  address?: 'empty' | 'invalid';
  code?: 'empty' | 'invalid' | 'needFirst' | { message: string | undefined };
  form?: Failure;
}

type Check = (code: string, authCodeId: string, signal: AbortSignal) => Promise<CallResult<typeof checkBindCode>>;

/** Joins the company identity with the account that the code proves. */
export const ssoBind = (check: Check) =>
  formMachine<Typed, Problems, Outcome>({
    check({ kind, address, code, authCodeId }) {
      const rule = kind === 'MOBILE' ? bindPhoneProblem : bindEmailProblem;
      const wrong = address === undefined ? undefined : rule(address);
      const wrongCode = authCodeId ? codeProblem(code) : 'needFirst';
      return { ...(wrong && { address: wrong }), ...(wrongCode && { code: wrongCode }) };
    },
    async work({ code, authCodeId }, signal) {
      return after(await check(code, authCodeId!, signal));
    },
  });

function after(reply: CallResult<typeof checkBindCode>): FormOutcome<Problems, Outcome> {
  switch (reply.is) {
    case 'done':
      return { result: { is: 'signedIn', ...toSignedIn(reply.data) } };
    case 'needsIdentityCheck':
      return { result: { is: 'needsIdentityCheck', ...reply.data } };
    case 'wrongCode':
    case 'expiredCode':
    case 'tooManyCodeTries':
    case 'unknownService':
      return { problems: { code: { message: reply.message } } };
    case 'ssoExpired':
    case 'boundElsewhere':
    case 'accountDisabled':
    case 'refused':
    case 'noAnswer':
      return { problems: { form: failureOf(reply) } };
  }
}
