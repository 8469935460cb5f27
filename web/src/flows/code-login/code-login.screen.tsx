import { useEffect, useEffectEvent, useRef } from 'react';
import { readAccount } from '@foyer/contract/rules/account-rules';
import { resend } from '@foyer/contract/limits';
import { AccountField } from '../../parts/account-field.tsx';
import { CodePart, useCodePart } from '../../parts/send-code/code-part.tsx';
import { Form } from '../../parts/form.tsx';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { type Failure, failureText } from '../../platform/i18n/failure.ts';
import { useFilled } from '../../platform/forms/use-filled.ts';
import { useMachine } from '../../platform/machine/use-machine.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { loadWhenIdle } from '../../platform/lazy/when-idle.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { Outcome } from '../outcome.ts';
import { codeLogin } from './code-login.machine.ts';
import css from './code-login.module.css';

const loadService = () => import('./code-login.service.ts');

interface Props {
  account: { typed: string };
  /** Why they are here again. */
  why: Failure | undefined;
  onBusy(busy: boolean): void;
  onEnd(outcome: Outcome): void;
}

export function CodeLogin({ account, why, onBusy, onEnd }: Props) {
  const t = useTranslate();
  const visit = usePageContext();
  const form = useRef<HTMLFormElement>(null);
  const accountField = useRef<HTMLInputElement>(null);
  const filled = useFilled(form);

  const [state, send] = useMachine(() =>
    codeLogin({
      verify: async (code, serviceId, signal) => (await loadService()).verify(visit, code, serviceId, signal),
      commit: async (proof, signal) => (await loadService()).commit(visit, proof, signal),
    }),
  );
  const problems = state.at === 'filling' ? state.problems : {};
  const code = useCodePart({
    wait: resend.afterCode,
    problem: problems.code,
    cause: problems,
    target: () => readAccount(accountField.current!.value),
    deliver: async (target, pass) => (await loadService()).deliver(visit, target, pass),
    onNoTarget: () => send({ is: 'check', typed: typed(), field: 'account' }),
  });

  const trouble = problems.form ?? (code.serviceId ? undefined : why);

  const typed = () => ({ account: accountField.current!.value.trim(), code: code.typed(), serviceId: code.serviceId });

  useEffect(() => loadWhenIdle(loadService), []);

  const react = useEffectEvent(() => {
    onBusy(state.at !== 'filling');
    if (state.at === 'ended') onEnd(state.result);
    if (state.at !== 'filling') return;
    if (state.problems.account) accountField.current!.focus();
    else if (state.problems.code) code.focus();
  });
  useEffect(() => react(), [state]);

  function onEdit(field: string) {
    if (field === 'account') {
      account.typed = accountField.current!.value;
      // A code belongs to the account that it was sent to.
      code.accountChanged();
    }
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
      <CodePart part={code} />
      <Notice>{trouble && failureText(t, trouble)}</Notice>
      <Button kind="main" type="submit" disabled={!filled || state.at !== 'filling'}>
        {t(state.at === 'filling' ? 'login.submitOrRegister' : 'login.submitting')}
      </Button>
      <p className={css.hint}>{t('login.autoRegister.hint')}</p>
    </Form>
  );
}
