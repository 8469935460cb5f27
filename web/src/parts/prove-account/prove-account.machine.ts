import { type AccountProblem, accountProblem } from '@foyer/contract/rules/account-rules';
import type { CallResult } from '@foyer/contract/call';
import type { verifyCode } from '@foyer/contract/flows/send-code';
import { formMachine } from '../../platform/forms/form-machine.ts';
import { type CodeProblems, codeProblems, verifyProblems } from '../send-code/code-problem.ts';

export type CodeValues = { code: string; serviceId: string | undefined };
/** `known`: the account is that of a card, which the service knows. */
export type Values = CodeValues & { account: string; known: boolean };
export type VerifiedAccount = { account: string; serviceId: string };

type Verify = (code: string, serviceId: string, signal: AbortSignal) => Promise<CallResult<typeof verifyCode>>;

/** Proves that the person receives the codes sent to the account. */
export const proveAccount = (verify: Verify) =>
  formMachine<Values, CodeProblems & { account?: AccountProblem }, VerifiedAccount>({
    validate({ account, known, ...values }) {
      const problem = known ? undefined : accountProblem(account);
      return { ...(problem && { account: problem }), ...codeProblems(values) };
    },
    async submit({ account, code, serviceId }, signal) {
      const reply = await verify(code, serviceId!, signal);
      return reply.is === 'done' ? { result: { account, serviceId: serviceId! } } : { problems: verifyProblems(reply) };
    },
  });

/** The same for an account that only the service knows. Finishes with the `serviceId` of the code. */
export const proveCode = (verify: Verify) =>
  formMachine<CodeValues, CodeProblems, string>({
    validate: codeProblems,
    async submit({ code, serviceId }, signal) {
      const reply = await verify(code, serviceId!, signal);
      return reply.is === 'done' ? { result: serviceId! } : { problems: verifyProblems(reply) };
    },
  });
