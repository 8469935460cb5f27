import { type ReactNode, useLayoutEffect } from 'react';
import { sha256 } from '../platform/browser/sha256.ts';
import { type FormOutcome, formMachine } from '../platform/forms/form-machine.ts';
import { useForm } from '../platform/forms/use-form.ts';
import type { Failure } from '../platform/i18n/failure.ts';
import { type Said, useTranslate } from '../platform/i18n/texts.ts';
import { useProblem } from '../ui/fields/problem.ts';
import { DialogForm } from './dialog-form.tsx';
import { PasswordInput } from './password-input.tsx';

interface Problems {
  /** `left`: attempts after a wrong password. */
  password?: 'empty' | { left: number } | Said;
  form?: Failure;
}
export type PasswordOutcome<Result> = FormOutcome<Problems, Result>;

interface Props<Result> {
  /** Tells a password manager whose password it is. */
  username?: string;
  /** The form replaces what had the focus. */
  takesFocus?: boolean;
  submit: string;
  cancel?: string;
  check(credentials: string, signal: AbortSignal): Promise<PasswordOutcome<Result>>;
  onBusy(busy: boolean): void;
  onEnd(result: Result): void;
  onCancel(): void;
  below: ReactNode;
}

/** A form in a dialog that proves who the person is by the password of the account. */
export function PasswordProof<Result>({ username, takesFocus, check, onBusy, onEnd, ...buttons }: Props<Result>) {
  const t = useTranslate();
  const form = useForm({
    machine: () =>
      formMachine<string, Problems, Result>({
        validate: (password) => (password === '' ? { password: 'empty' } : {}),
        submit: async (password, signal) => check(await sha256(password), signal),
      }),
    values: (): string => form.text('password'),
    onBusy,
    onEnd,
  });
  const wrong = form.problems.password;
  const problem = useProblem(wrong, wrong && textOf(wrong), wrong);
  useLayoutEffect(() => {
    if (takesFocus) form.ref.current?.querySelector('input')?.focus();
  }, [takesFocus, form.ref]);

  function textOf(found: NonNullable<Problems['password']>) {
    if (found === 'empty') return t('login.password.empty');
    return 'left' in found ? t('proof.password.wrong', { n: found.left }) : t.service(found);
  }

  return (
    <DialogForm form={form} {...buttons}>
      {username && <input name="username" autoComplete="username" value={username} readOnly hidden />}
      <PasswordInput
        name="password"
        label={t('pwd.label')}
        placeholder={t('login.password.placeholder')}
        autoComplete="current-password"
        problem={problem}
      />
    </DialogForm>
  );
}
