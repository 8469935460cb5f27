import type { CallResult } from '@foyer/contract/call';
import { type CodeProblem, codeProblem } from '@foyer/contract/rules/code-rules';
import type { verifyCode } from '@foyer/contract/flows/send-code';
import { type Failure, failureOf } from '../../platform/i18n/failure.ts';
import type { Said } from '../../platform/i18n/texts.ts';

/** `needFirst`: no code was sent yet. `message` is the service's own sentence. */
export type CodePartProblem = CodeProblem | 'needFirst' | Said;

export interface CodeProblems {
  code?: CodePartProblem;
  form?: Failure;
}

export function codeProblems({ code, serviceId }: { code: string; serviceId: string | undefined }): CodeProblems {
  const problem = serviceId ? codeProblem(code) : 'needFirst';
  return problem ? { code: problem } : {};
}

/** The problems to show when the service did not accept a code. */
export const verifyProblems = (reply: Exclude<CallResult<typeof verifyCode>, { is: 'done' }>): CodeProblems =>
  reply.is === 'refused' || reply.is === 'noResponse'
    ? { form: failureOf(reply) }
    : { code: { message: reply.message } };
