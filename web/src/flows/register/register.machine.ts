import { readAccount } from '@foyer/contract/account-rules';
import type { Api } from '@foyer/contract/caller';
import { agreementVersion } from '@foyer/contract/agreement-version';
import { codeProblem } from '@foyer/contract/code-rules';
import { agree } from '@foyer/contract/consent';
import { commitPassword } from '@foyer/contract/password-login';
import { askWhetherTaken, registerAccount } from '@foyer/contract/register';
import { verifyCode } from '@foyer/contract/send-code';
import type { SignedIn } from '@foyer/contract/sign-in';
import type { ConfirmProblem } from '@foyer/contract/password-rules';
import { newPasswordProblems } from '../../parts/new-password/problems.ts';
import type { NewPasswordProblem } from '../../parts/new-password/new-password.tsx';
import { type Ending, formMachine } from '../../platform/form-machine.ts';
import type { LoginParams } from '../../platform/login-params.ts';
import { type Trouble, troubleOf } from '../../platform/trouble.ts';
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
  code?: 'empty' | 'invalid' | 'needFirst' | { said: string | undefined };
  password?: NewPasswordProblem;
  again?: ConfirmProblem;
  agreed?: 'needed';
  form?: Trouble;
}

interface Service {
  api: Api;
  hash(password: string): Promise<string>;
  loginParams(): Promise<LoginParams>;
  source: { pub: string; chl: string; tml: string };
}

/** Prove the code, look whether the account exists, make it, sign in, and keep the agreement. */
export const register = (service: Service) =>
  formMachine<Typed, Problems, Outcome>({
    check(typed) {
      const wrongCode = typed.serviceId ? codeProblem(typed.code) : 'needFirst';
      return {
        ...(typed.account === '' ? { account: 'empty' } : !readAccount(typed.account) && { account: 'invalid' }),
        ...(wrongCode && { code: wrongCode }),
        ...newPasswordProblems(typed),
        ...(!typed.agreed && { agreed: 'needed' }),
      };
    },
    work: (typed, signal) => steps(typed, service, signal),
  });

async function steps(typed: Typed, service: Service, signal: AbortSignal): Promise<Ending<Problems, Outcome>> {
  const { api, source } = service;
  const principal = readAccount(typed.account)!.value;
  const serviceId = typed.serviceId!;
  const [password, loginParams] = await Promise.all([service.hash(typed.password), service.loginParams()]);

  const verified = await api(
    verifyCode,
    { credentials: typed.code, serviceId, loginParams: { endpoint: loginParams.endpoint } },
    { signal },
  );
  if (verified.is === 'refused' || verified.is === 'noAnswer') return { problems: { form: troubleOf(verified) } };
  if (verified.is !== 'done') return { problems: { code: { said: verified.message } } };

  const taken = await api(askWhetherTaken, { principal }, { signal });
  if (taken.is !== 'done') return { problems: { form: troubleOf(taken) } };
  const exists: Ending<Problems, Outcome> = { result: { is: 'alreadyRegistered', principal, serviceId } };
  if (taken.data.accountExist) return exists;

  const made = await api(
    registerAccount,
    { source, encrypter: 'SHA256', password, serviceId, loginParams },
    { signal },
  );
  if (made.is === 'accountTaken') return exists;
  if (made.is === 'commonPassword' && made.message) return { problems: { password: { said: made.message } } };
  if (made.is !== 'done') return { problems: { form: troubleOf(made) } };

  const signedIn = await api(commitPassword, { principal, credentials: password, loginParams }, { signal });
  if (signedIn.is !== 'done') return { problems: { form: troubleOf(signedIn) } };
  return keepAgreement(signedIn.data, principal, service, signal);
}

/** The tick on the form was the agreement; the service keeps it with the account it now has. */
async function keepAgreement(
  signedIn: SignedIn,
  principal: string,
  { api }: Service,
  signal: AbortSignal,
): Promise<Ending<Problems, Outcome>> {
  if (!signedIn.needAgreement) return { result: { is: 'registered', principal } };
  const agreed = await api(agree, { version: agreementVersion }, { signal });
  return agreed.is === 'done'
    ? { result: { is: 'registered', principal } }
    : { result: { is: 'signedIn', ...signedIn } };
}
