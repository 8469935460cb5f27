import type { CallResult } from '@foyer/contract/call';
import type { ContactKind, changeContact as changeContactCall } from '@foyer/contract/flows/contact-change';
import { readEmail, readMobile } from '@foyer/contract/rules/account-rules';
import { type CodeProblems, codeProblems } from '../../parts/send-code/code-problem.ts';
import { formMachine } from '../../platform/forms/form-machine.ts';
import { failureOf } from '../../platform/i18n/failure.ts';
import type { Said } from '../../platform/i18n/texts.ts';

export type ContactValues = { contact: string; code: string; serviceId: string | undefined };
export type ContactProblems = CodeProblems & {
  contact?: 'empty' | 'invalid' | 'same' | Said;
};

/** `cancelled`: the person did not prove again who they are. */
type Reply = Exclude<CallResult<typeof changeContactCall>, { is: 'needsFreshProof' }> | { is: 'cancelled' };

export const readContact = (kind: ContactKind, typed: string) =>
  kind === 'mobile' ? readMobile(typed) : readEmail(typed);

export const changeContact = (
  kind: ContactKind,
  current: string | undefined,
  confirm: (serviceId: string, code: string, signal: AbortSignal) => Promise<Reply>,
) =>
  formMachine<ContactValues, ContactProblems, 'changed' | 'signedOut'>({
    validate({ contact, ...values }) {
      const problem = contactProblem(kind, current, contact);
      return { ...(problem && { contact: problem }), ...codeProblems(values) };
    },
    async submit({ code, serviceId }, signal) {
      const reply = await confirm(serviceId!, code, signal);
      switch (reply.is) {
        case 'done':
          return { result: 'changed' };
        case 'notSignedIn':
          return { result: 'signedOut' };
        case 'cancelled':
          return { problems: {} };
        case 'contactTaken':
          return { problems: { contact: { message: reply.message } } };
        case 'contactsTooSoon':
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

function contactProblem(kind: ContactKind, current: string | undefined, typed: string) {
  if (typed.trim() === '') return 'empty';
  const value = readContact(kind, typed);
  if (!value) return 'invalid';
  return value === current ? 'same' : undefined;
}
