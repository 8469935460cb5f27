import { type AccountProblem, accountProblem, readAccount } from '@foyer/contract/rules/account-rules';
import type { Api } from '@foyer/contract/api-client';
import { agreementVersion } from '@foyer/contract/agreement-version';
import { agree } from '@foyer/contract/flows/agreement';
import { commitPassword } from '@foyer/contract/flows/password-login';
import { checkAccountTaken, registerAccount } from '@foyer/contract/flows/register';
import { verifyCode } from '@foyer/contract/flows/send-code';
import type { SignInResult } from '@foyer/contract/flows/sign-in';
import {
  type NewPasswordProblems,
  type NewPasswordValues,
  newPasswordProblems,
} from '../../parts/new-password/problems.ts';
import { type CodeProblems, codeProblems, verifyProblems } from '../../parts/send-code/code-problem.ts';
import { type FormOutcome, formMachine } from '../../platform/forms/form-machine.ts';
import type { LoginParams } from '../../platform/api/login-params.ts';
import { type Failure, failureOf } from '../../platform/i18n/failure.ts';
import type { Outcome } from '../outcome.ts';

export interface Values extends NewPasswordValues {
  account: string;
  code: string;
  serviceId: string | undefined;
  agreed: boolean;
}

interface Problems extends CodeProblems, NewPasswordProblems {
  account?: AccountProblem;
  agreed?: 'needed';
  form?: Failure;
}

interface Service {
  api: Api;
  hash(password: string): Promise<string>;
  loginParams(): Promise<LoginParams>;
  source: { pub: string; chl: string; tml: string };
}

/** Verifies the code, checks whether the account exists, creates it, signs in and records the agreement. */
export function register(service: Service) {
  // When a later response was lost, the next submit does not verify the code again.
  const verifiedHandles = new Set<string>();
  return formMachine<Values, Problems, Outcome>({
    validate(values) {
      const problem = accountProblem(values.account);
      return {
        ...(problem && { account: problem }),
        ...codeProblems(values),
        ...newPasswordProblems(values),
        ...(!values.agreed && { agreed: 'needed' }),
      };
    },
    async submit({ account, code, serviceId, password }, signal) {
      const handle = serviceId!;
      const principal = readAccount(account)!.value;
      if (!verifiedHandles.has(handle)) {
        const outcome = await verify({ code, principal, serviceId: handle }, service, signal);
        if (outcome) return outcome;
        verifiedHandles.add(handle);
      }
      return create(password, { principal, serviceId: handle }, service, signal);
    },
  });
}

type VerifiedCode = { principal: string; serviceId: string };
type RegisterOutcome = FormOutcome<Problems, Outcome>;

/** Returns an outcome when the code is not accepted or the account exists already. */
async function verify(
  { code, principal, serviceId }: VerifiedCode & { code: string },
  service: Service,
  signal: AbortSignal,
): Promise<RegisterOutcome | undefined> {
  const { endpoint } = await service.loginParams();
  const verified = await service.api(
    verifyCode,
    { credentials: code, serviceId, loginParams: { endpoint } },
    { signal },
  );
  if (verified.is !== 'done') return { problems: verifyProblems(verified) };

  const taken = await service.api(checkAccountTaken, { principal }, { signal });
  if (taken.is !== 'done') return { problems: { form: failureOf(taken) } };
  return taken.data.accountExist ? { result: { is: 'alreadyRegistered', principal, serviceId } } : undefined;
}

async function create(
  newPassword: string,
  { principal, serviceId }: VerifiedCode,
  service: Service,
  signal: AbortSignal,
): Promise<RegisterOutcome> {
  const { api, source } = service;
  const [password, loginParams] = await Promise.all([service.hash(newPassword), service.loginParams()]);
  const created = await api(
    registerAccount,
    { source, encrypter: 'SHA256', password, serviceId, loginParams },
    { signal },
  );
  if (created.is === 'accountTaken') return { result: { is: 'alreadyRegistered', principal, serviceId } };
  if (created.is === 'commonPassword' && created.message)
    return { problems: { password: { message: created.message } } };
  if (created.is !== 'done') return { problems: { form: failureOf(created) } };

  const signedIn = await api(commitPassword, { principal, credentials: password, loginParams }, { signal });
  if (signedIn.is !== 'done') return { problems: { form: failureOf(signedIn) } };
  return recordAgreement(signedIn.data, principal, service, signal);
}

/** The checkbox of the form was the agreement; the service records it with the new account. */
async function recordAgreement(
  signedIn: SignInResult,
  principal: string,
  { api }: Service,
  signal: AbortSignal,
): Promise<RegisterOutcome> {
  const agreed = await api(agree, { version: agreementVersion }, { signal });
  return agreed.is === 'done' || !signedIn.needAgreement
    ? { result: { is: 'registered', principal } }
    : { result: { is: 'signedIn', ...signedIn } };
}
