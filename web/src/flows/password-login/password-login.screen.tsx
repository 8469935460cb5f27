import { type FormEvent, type KeyboardEvent, useEffect, useEffectEvent, useRef } from 'react';
import { endpointOf } from '@foyer/contract/device-rules';
import { commitPassword } from '@foyer/contract/password-login';
import { AccountField } from '../../parts/account-field.tsx';
import { PasswordField } from '../../parts/password-field.tsx';
import { fingerprint } from '../../platform/fingerprint.ts';
import { sha256 } from '../../platform/sha256.ts';
import { useTexts } from '../../platform/texts.ts';
import { useFilled } from '../../platform/use-filled.ts';
import { useMachine } from '../../platform/use-machine.ts';
import { useVisit } from '../../platform/visit.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useProblem } from '../../ui/use-problem.ts';
import type { Outcome } from '../outcome.ts';
import { ForgotLinks } from './forgot-links.tsx';
import { type Typed, passwordLogin } from './password-login.machine.ts';

interface Props {
  /** What was typed on another tab, and where to keep what is typed here. */
  account: { typed: string };
  onEnd(outcome: Outcome): void;
}

export function PasswordLogin({ account, onEnd }: Props) {
  const say = useTexts();
  const { api, variant, params } = useVisit();
  const form = useRef<HTMLFormElement>(null);
  const accountField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);
  const filled = useFilled(form);

  const [state, send] = useMachine(() =>
    passwordLogin(async ({ account: principal, password }, signal) => {
      const [credentials, print] = await Promise.all([sha256(password), fingerprint()]);
      const loginParams = { endpoint: endpointOf(variant.device), env: { fingerprint: print } };
      const redirectUrl = params.redirects[0];
      return api(commitPassword, { principal, credentials, loginParams, ...(redirectUrl && { redirectUrl }) }, { signal });
    }),
  );
  const problems = state.at === 'filling' ? state.problems : {};
  const { password } = problems;

  const typed = (): Typed => ({ account: accountField.current!.value.trim(), password: passwordField.current!.value });
  const submit = () => send({ is: 'submit', typed: typed() });

  const end = useEffectEvent(onEnd);
  useEffect(() => {
    if (state.at === 'ended') end(state.outcome);
    if (state.at !== 'filling') return;
    if (state.problems.account) accountField.current!.focus();
    else if (state.problems.password) passwordField.current!.focus();
  }, [state]);

  function onInput({ target }: FormEvent) {
    if (target === accountField.current) account.typed = accountField.current!.value;
    send({ is: 'edit', field: target === accountField.current ? 'account' : 'password' });
  }

  // A disabled button swallows Enter; the person should hear what is missing instead.
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter' && !filled && event.target instanceof HTMLInputElement) submit();
  }

  return (
    <form
      ref={form}
      method="post"
      noValidate
      onInput={onInput}
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <AccountField
        ref={accountField}
        typed={account.typed}
        problem={problems.account}
        cause={problems}
        autoComplete="username"
      />
      <PasswordField
        ref={passwordField}
        problem={useProblem(
          problems,
          password && (password === 'empty' ? say('login.password.empty') : (password.said ?? say('common.unknownError'))),
          typeof password === 'object' && password.stays,
        )}
      />
      <ForgotLinks />
      <Notice>{problems.form && formProblem(problems.form)}</Notice>
      <Button kind="main" type="submit" disabled={!filled || state.at !== 'filling'}>
        {say(state.at === 'sending' ? 'login.submitting' : state.at === 'ended' ? 'common.redirecting' : 'login.submit')}
      </Button>
    </form>
  );

  function formProblem(problem: NonNullable<typeof problems.form>) {
    if (problem === 'noAnswer') return say('common.network');
    return problem === 'unknown' ? say('common.unknownError') : problem.said;
  }
}
