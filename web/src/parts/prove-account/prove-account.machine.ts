import { readAccount } from '@foyer/contract/rules/account-rules';
import type { CallResult } from '@foyer/contract/call';
import { codeProblem } from '@foyer/contract/rules/code-rules';
import type { verifyCode } from '@foyer/contract/flows/send-code';
import { type FormOutcome, formMachine } from '../../platform/forms/form-machine.ts';
import { type Failure, failureOf } from '../../platform/i18n/failure.ts';

type TypedCode = { code: string; serviceId: string | undefined };
export type Typed = TypedCode & { account: string };
export type Proof = { account: string; serviceId: string };

export type CodeTrouble = 'empty' | 'invalid' | 'needFirst' | { message: string | undefined };
export interface Problems {
  account?: 'empty' | 'invalid';
  code?: CodeTrouble;
  form?: Failure;
}

type Verify = (code: string, serviceId: string, signal: AbortSignal) => Promise<CallResult<typeof verifyCode>>;

/** That someone can read what is sent to the account they named. */
export const proveAccount = (verify: Verify) =>
  formMachine<Typed, Problems, Proof>({
    check: ({ account, ...typed }) => ({
      ...(account === '' ? { account: 'empty' } : !readAccount(account) && { account: 'invalid' }),
      ...wrongCode(typed),
    }),
    async work({ account, code, serviceId }, signal) {
      const trouble = codeTrouble(await verify(code, serviceId!, signal));
      return trouble ?? { result: { account, serviceId: serviceId! } };
    },
  });

/** The same for an account that only the service knows. */
export const proveHeld = (verify: Verify) =>
  formMachine<TypedCode, Omit<Problems, 'account'>, string>({
    check: wrongCode,
    async work({ code, serviceId }, signal) {
      return codeTrouble(await verify(code, serviceId!, signal)) ?? { result: serviceId! };
    },
  });

function wrongCode({ code, serviceId }: TypedCode): { code?: CodeTrouble } {
  const wrong = serviceId ? codeProblem(code) : 'needFirst';
  return wrong ? { code: wrong } : {};
}

/** What a code that was not accepted leaves to be said; undefined when it was. */
function codeTrouble(
  reply: CallResult<typeof verifyCode>,
): Extract<FormOutcome<Problems, never>, { problems: unknown }> | undefined {
  if (reply.is === 'done') return undefined;
  if (reply.is === 'refused' || reply.is === 'noAnswer') return { problems: { form: failureOf(reply) } };
  return { problems: { code: { message: reply.message } } };
}
