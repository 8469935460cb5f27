import { readMobile } from '@foyer/contract/rules/account-rules';
import type { ScanApp } from '@foyer/contract/apps/scan-apps';
import type { bindMobileTo } from '@foyer/contract/flows/bind-mobile';
import type { CallResult } from '@foyer/contract/call';
import { type CodeProblems, codeProblems } from '../../parts/send-code/code-problem.ts';
import { type FormOutcome, formMachine } from '../../platform/forms/form-machine.ts';
import { failureOf } from '../../platform/i18n/failure.ts';
import type { Outcome } from '../outcome.ts';

export interface Values {
  /** Undefined when only the service knows the number; the page has it masked. */
  mobile: string | undefined;
  /** The number comes from the app; the person has not typed it. */
  prefilled: boolean;
  code: string;
  serviceId: string | undefined;
  agreed: boolean;
}

interface Problems extends CodeProblems {
  mobile?: 'empty' | 'invalid';
  agreed?: 'needed';
}

type BindReply = CallResult<(typeof bindMobileTo)[ScanApp]>;

/** Verifies a mobile number and links its account, or a new one, to the app identity that scanned. */
export const bindMobile = (bind: (values: Values, signal: AbortSignal) => Promise<BindReply>) =>
  formMachine<Values, Problems, Outcome>({
    validate({ mobile, prefilled, agreed, ...code }) {
      return {
        ...mobileProblems(mobile),
        ...codeProblems(code),
        ...(!agreed && !prefilled && { agreed: 'needed' }),
      };
    },
    submit: async (values, signal) => outcomeOf(await bind(values, signal)),
  });

function mobileProblems(mobile: string | undefined): Pick<Problems, 'mobile'> {
  if (mobile === undefined || readMobile(mobile)) return {};
  return { mobile: mobile.trim() === '' ? 'empty' : 'invalid' };
}

function outcomeOf(reply: BindReply): FormOutcome<Problems, Outcome> {
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
    case 'unknownServiceId':
      return { problems: { code: { message: reply.message } } };
    case 'authorisationExpired':
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
