import { readMobile } from '@foyer/contract/rules/account-rules';
import type { bindMobileToAlipay, bindMobileToDingtalk, bindMobileToWechat } from '@foyer/contract/flows/bind-mobile';
import type { CallResult } from '@foyer/contract/call';
import { codeProblem } from '@foyer/contract/rules/code-rules';
import { type FormOutcome, formMachine } from '../../platform/forms/form-machine.ts';
import { type Failure, failureOf } from '../../platform/i18n/failure.ts';
import type { Outcome } from '../outcome.ts';

export interface Typed {
  /** Undefined when the service knows the number and has shown it masked. */
  mobile: string | undefined;
  code: string;
  serviceId: string | undefined;
  agreed: boolean;
}

export interface Problems {
  mobile?: 'empty' | 'invalid';
  code?: 'empty' | 'invalid' | 'needFirst' | { message: string | undefined };
  agreed?: 'needed';
  form?: Failure;
}

type BindReply =
  | CallResult<typeof bindMobileToWechat>
  | CallResult<typeof bindMobileToDingtalk>
  | CallResult<typeof bindMobileToAlipay>;

/** Proves a number and gives it, and with it an account, to whoever scanned. */
export const bindMobile = (bind: (typed: Typed, signal: AbortSignal) => Promise<BindReply>) =>
  formMachine<Typed, Problems, Outcome>({
    check({ mobile, code, serviceId, agreed }) {
      const wrongCode = serviceId ? codeProblem(code) : 'needFirst';
      return {
        ...wrongMobile(mobile),
        ...(wrongCode && { code: wrongCode }),
        ...(!agreed && mobile !== undefined && { agreed: 'needed' }),
      };
    },
    work: async (typed, signal) => bound(await bind(typed, signal)),
  });

function wrongMobile(mobile: string | undefined): Pick<Problems, 'mobile'> {
  if (mobile === undefined || readMobile(mobile)) return {};
  return { mobile: mobile.trim() === '' ? 'empty' : 'invalid' };
}

function bound(reply: BindReply): FormOutcome<Problems, Outcome> {
  switch (reply.is) {
    case 'done':
      return { result: { is: 'signedIn', ...reply.data } };
    case 'needsIdentityCheck':
      return { result: { is: 'needsIdentityCheck', ...reply.data } };
    case 'needsAgreement':
      return { problems: { agreed: 'needed' } };
    case 'wrongCode':
    case 'expiredCode':
    case 'tooManyCodeTries':
    case 'unknownService':
      return { problems: { code: { message: reply.message } } };
    case 'authorisationExpired':
    case 'boundElsewhere':
    case 'accountDisabled':
    case 'refused':
    case 'noAnswer':
      return { problems: { form: failureOf(reply) } };
  }
}
