import { useEffect, useEffectEvent, useRef } from 'react';
import { input as inputLimits } from '@foyer/contract/limits';
import { AccountField } from '../../parts/account-field.tsx';
import { Form } from '../../parts/form.tsx';
import { PasswordInput } from '../../parts/password-input.tsx';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { failureText } from '../../platform/i18n/failure.ts';
import { useFilled } from '../../platform/forms/use-filled.ts';
import { useMachine } from '../../platform/machine/use-machine.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { loadWhenIdle } from '../../platform/lazy/when-idle.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useProblem } from '../../ui/problem.ts';
import type { Outcome } from '../outcome.ts';
import { ForgotLinks } from './forgot-links.tsx';
import { type Typed, passwordLogin } from './password-login.machine.ts';

const loadService = () => import('./password-login.service.ts');

interface Props {
  /** What was typed on another tab, and where to keep what is typed here. */
  account: { typed: string };
  onBusy(busy: boolean): void;
  onEnd(outcome: Outcome): void;
}

export function PasswordLogin({ account, onBusy, onEnd }: Props) {
  const t = useTranslate();
  const visit = usePageContext();
  const form = useRef<HTMLFormElement>(null);
  const accountField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);
  const filled = useFilled(form);

  const [state, send] = useMachine(() =>
    passwordLogin(async (typed, signal) => (await loadService()).commit(visit, typed, signal)),
  );
  const problems = state.at === 'filling' ? state.problems : {};
  const { password } = problems;

  useEffect(() => loadWhenIdle(loadService), []);

  const typed = (): Typed => ({ account: accountField.current!.value.trim(), password: passwordField.current!.value });

  const react = useEffectEvent(() => {
    onBusy(state.at !== 'filling');
    if (state.at === 'ended') onEnd(state.result);
    if (state.at !== 'filling') return;
    if (state.problems.account) accountField.current!.focus();
    else if (state.problems.password) passwordField.current!.focus();
  });
  useEffect(() => react(), [state]);

  function onEdit(field: string) {
    if (field === 'account') account.typed = accountField.current!.value;
    send({ is: 'edit', field });
  }

  return (
    <Form ref={form} ready={filled} onEdit={onEdit} onSubmit={() => send({ is: 'submit', typed: typed() })}>
      <AccountField
        ref={accountField}
        typed={account.typed}
        problem={problems.account}
        cause={problems}
        autoComplete="username"
      />
      <PasswordInput
        ref={passwordField}
        name="password"
        label={t('login.password.placeholder')}
        maxLength={inputLimits.maxLength}
        autoComplete="current-password"
        enterKeyHint="go"
        problem={useProblem(
          problems,
          password && (password === 'empty' ? t('login.password.empty') : t.service(password)),
          typeof password === 'object' && password.persistent,
        )}
      />
      <ForgotLinks />
      <Notice>{problems.form && failureText(t, problems.form)}</Notice>
      <Button kind="main" type="submit" disabled={!filled || state.at !== 'filling'}>
        {t(state.at === 'filling' ? 'login.submit' : 'login.submitting')}
      </Button>
    </Form>
  );
}
