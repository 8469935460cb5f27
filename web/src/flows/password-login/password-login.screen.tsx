import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect } from 'react';
import { input as inputLimits } from '@foyer/contract/first-limits';
import { AccountField } from '../../parts/account-field.tsx';
import type { ChosenAccount } from '../../parts/chosen-account.ts';
import { Form } from '../../parts/form.tsx';
import { PasswordInput } from '../../parts/password-input.tsx';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { type Failure } from '../../platform/i18n/failure.ts';
import { typeInto } from '../../platform/forms/input-events.ts';
import { useForm } from '../../platform/forms/use-form.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { loadWhenIdle } from '../../platform/lazy/when-idle.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/dialogs/notice.tsx';
import { useProblem } from '../../ui/fields/problem.ts';
import type { Outcome } from '../outcome.ts';
import css from './password-login.module.css';
import { ForgotAccount, ForgotPassword } from './forgot-links.tsx';
import { type Values, passwordLogin } from './password-login.machine.ts';

const loadService = () => import('./password-login.service.ts');

interface Props {
  /** The typed account, shared with the other tab of the form. */
  account: { typed: string };
  /** Below the account field. */
  hint: ReactNode;
  /** The typed password, for a person who comes back from a dialog. It is never stored. */
  secret: { typed: string };
  /** Replaces the account field. */
  chosen: ChosenAccount | undefined;
  onBusy(busy: boolean): void;
  onEnd(outcome: Outcome): void;
  /** The person has to sign in with a code instead, for this reason. Undefined where codes are not offered. */
  onNeedsCode: ((failure: Failure) => void) | undefined;
}

export function PasswordLogin({ account, hint, secret, chosen, onBusy, onEnd, onNeedsCode }: Props) {
  const t = useTranslate();
  const page = usePageContext();
  useEffect(() => loadWhenIdle(loadService), []);

  const form = useForm({
    machine: () =>
      passwordLogin(async (values, signal) => (await loadService()).commit(page, values, signal), {
        offersCode: onNeedsCode !== undefined,
      }),
    values: (): Values => ({
      account: form.text('account').trim(),
      handle: chosen?.handle,
      password: form.text('password'),
    }),
    onEdit(field, value) {
      (field === 'account' ? account : secret).typed = value;
    },
    onBusy,
    onEnd: (end) => (end.is === 'needsCode' ? onNeedsCode!(end.failure) : onEnd(end)),
  });
  const { problems } = form;
  const { password } = problems;

  const restore = useEffectEvent(() => {
    if (secret.typed) typeInto(form.input('password')!, secret.typed);
  });
  useLayoutEffect(() => restore(), []);

  return (
    <div className={css.form}>
      <Form form={form}>
        {chosen?.field ?? (
          <AccountField
            typed={account.typed}
            hint={hint}
            problems={problems}
            // The form is not mounted yet when its field is.
            onPreset={() => queueMicrotask(() => form.input('password')?.focus())}
          />
        )}
        <PasswordInput
          name="password"
          label={t('login.password.label')}
          labelEnd={<ForgotPassword />}
          placeholder={t('login.password.placeholder')}
          maxLength={inputLimits.maxLength}
          autoComplete="current-password"
          enterKeyHint="go"
          problem={useProblem(
            problems,
            password && (password === 'empty' ? t('login.password.empty') : t.service(password)),
            password,
          )}
        />
        <Notice failure={problems.form} />
        {/* Beside the label of the account, but after the password for the Tab key. */}
        <div className={css.forgotAccount}>{!chosen && <ForgotAccount />}</div>
        <Button kind="main" type="submit" disabled={!form.filled} busy={form.busy}>
          {t(form.busy ? 'login.submitting' : 'login.submit')}
        </Button>
      </Form>
    </div>
  );
}
