import { readAccount } from '@foyer/contract/rules/account-rules';
import type { Api } from '@foyer/contract/api-client';
import { agreementVersion } from '@foyer/contract/agreement-version';
import { codeProblem } from '@foyer/contract/rules/code-rules';
import { agree } from '@foyer/contract/flows/consent';
import { commitPassword } from '@foyer/contract/flows/password-login';
import { checkAccountTaken, registerAccount } from '@foyer/contract/flows/register';
import { verifyCode } from '@foyer/contract/flows/send-code';
import type { SignedIn } from '@foyer/contract/flows/sign-in';
import type { ConfirmProblem } from '@foyer/contract/rules/password-rules';
import { newPasswordProblems } from '../../parts/new-password/problems.ts';
import type { NewPasswordProblem } from '../../parts/new-password/new-password.tsx';
import { type FormOutcome, formMachine } from '../../platform/forms/form-machine.ts';
import type { LoginParams } from '../../platform/api/login-params.ts';
import { type Failure, failureOf } from '../../platform/i18n/failure.ts';
import type { Outcome } from '../outcome.ts';

export interface Typed {
  account: string;
  code: string;
  serviceId: string | undefined;
  password: string;
  again: string;
  agreed: boolean;
}

export interface Problems {
  account?: 'empty' | 'invalid';
  code?: 'empty' | 'invalid' | 'needFirst' | { message: string | undefined };
  password?: NewPasswordProblem;
  again?: ConfirmProblem;
  agreed?: 'needed';
  form?: Failure;
}

interface Service {
  api: Api;
  hash(password: string): Promise<string>;
  loginParams(): Promise<LoginParams>;
  source: { pub: string; chl: string; tml: string };
}

/** Prove the code, look whether the account exists, make it, sign in, and keep the agreement. */
export function register(service: Service) {
  // Codes proven here: when an answer was lost, trying again goes on from there.
  const proven = new Set<string>();
  return formMachine<Typed, Problems, Outcome>({
    check(typed) {
      const wrongCode = typed.serviceId ? codeProblem(typed.code) : 'needFirst';
      return {
        ...(typed.account === '' ? { account: 'empty' } : !readAccount(typed.account) && { account: 'invalid' }),
        ...(wrongCode && { code: wrongCode }),
        ...newPasswordProblems(typed),
        ...(!typed.agreed && { agreed: 'needed' }),
      };
    },
    async work(typed, signal) {
      const principal = readAccount(typed.account)!.value;
      const serviceId = typed.serviceId!;
      if (!proven.has(serviceId)) {
        const ending = await prove(typed.code, { principal, serviceId }, service, signal);
        if (ending) return ending;
        proven.add(serviceId);
      }
      return make(typed.password, { principal, serviceId }, service, signal);
    },
  });
}

type Proof = { principal: string; serviceId: string };
type End = FormOutcome<Problems, Outcome>;

/** Ends here for a code that proves nothing, and for someone who has an account already. */
async function prove(code: string, proof: Proof, service: Service, signal: AbortSignal): Promise<End | undefined> {
  const { principal, serviceId } = proof;
  const { endpoint } = await service.loginParams();
  const verified = await service.api(
    verifyCode,
    { credentials: code, serviceId, loginParams: { endpoint } },
    { signal },
  );
  if (verified.is === 'refused' || verified.is === 'noAnswer') return { problems: { form: failureOf(verified) } };
  if (verified.is !== 'done') return { problems: { code: { message: verified.message } } };

  const taken = await service.api(checkAccountTaken, { principal }, { signal });
  if (taken.is !== 'done') return { problems: { form: failureOf(taken) } };
  return taken.data.accountExist ? { result: { is: 'alreadyRegistered', ...proof } } : undefined;
}

async function make(typed: string, proof: Proof, service: Service, signal: AbortSignal): Promise<End> {
  const { api, source } = service;
  const { principal, serviceId } = proof;
  const [password, loginParams] = await Promise.all([service.hash(typed), service.loginParams()]);
  const made = await api(
    registerAccount,
    { source, encrypter: 'SHA256', password, serviceId, loginParams },
    { signal },
  );
  if (made.is === 'accountTaken') return { result: { is: 'alreadyRegistered', ...proof } };
  if (made.is === 'commonPassword' && made.message) return { problems: { password: { message: made.message } } };
  if (made.is !== 'done') return { problems: { form: failureOf(made) } };

  const signedIn = await api(commitPassword, { principal, credentials: password, loginParams }, { signal });
  if (signedIn.is !== 'done') return { problems: { form: failureOf(signedIn) } };
  return keepAgreement(signedIn.data, principal, service, signal);
}

/** The tick on the form was the agreement; the service keeps it with the account it now has. */
async function keepAgreement(
  signedIn: SignedIn,
  principal: string,
  { api }: Service,
  signal: AbortSignal,
): Promise<End> {
  if (!signedIn.needAgreement) return { result: { is: 'registered', principal } };
  const agreed = await api(agree, { version: agreementVersion }, { signal });
  return agreed.is === 'done'
    ? { result: { is: 'registered', principal } }
    : { result: { is: 'signedIn', ...signedIn } };
}
