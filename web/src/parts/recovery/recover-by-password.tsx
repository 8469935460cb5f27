import { askRecovery } from '@foyer/contract/flows/recovery';
import { sha256 } from '../../platform/browser/sha256.ts';
import { type FormOutcome, formMachine } from '../../platform/forms/form-machine.ts';
import { useForm } from '../../platform/forms/use-form.ts';
import { type Failure, failureOf } from '../../platform/i18n/failure.ts';
import { type Said, useTranslate } from '../../platform/i18n/texts.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { useProblem } from '../../ui/fields/problem.ts';
import { DialogForm } from '../dialog-form.tsx';
import { PasswordInput } from '../password-input.tsx';
import type { RecoverProps } from './recover-props.ts';
import { useFirstFocus } from './use-first-focus.ts';

interface Problems {
  /** `left`: attempts after a wrong password. */
  password?: 'empty' | { left: number } | Said;
  form?: Failure;
}

export function RecoverByPassword({ preServiceId, onBusy, onAsked, onCancel, others }: RecoverProps) {
  const t = useTranslate();
  const { api } = usePageContext();

  async function ask(password: string, signal: AbortSignal): Promise<FormOutcome<Problems, string>> {
    const request = { preServiceId, proof: 'password', credentials: await sha256(password) } as const;
    const reply = await api(askRecovery, request, { signal });
    switch (reply.is) {
      case 'done':
        return { result: reply.data.takesPlaceAt };
      case 'wrongCredentials':
        return { problems: { password: { left: reply.data.attemptsLeft } } };
      case 'waitBeforeRetry':
      case 'lockedOut':
        return { problems: { password: { message: reply.message } } };
      case 'wrongCode':
      case 'expiredCode':
      case 'tooManyCodeTries':
      case 'unknownServiceId':
      case 'refused':
      case 'noResponse':
        return { problems: { form: failureOf(reply) } };
    }
  }

  const form = useForm({
    machine: () =>
      formMachine<string, Problems, string>({
        validate: (password) => (password === '' ? { password: 'empty' } : {}),
        submit: ask,
      }),
    values: (): string => form.text('password'),
    onBusy,
    onEnd: onAsked,
  });
  const { problems } = form;
  const problem = useProblem(problems.password, problems.password && textOf(problems.password), problems.password);
  useFirstFocus(form.ref);

  function textOf(wrong: NonNullable<Problems['password']>) {
    if (wrong === 'empty') return t('login.password.empty');
    return 'left' in wrong ? t('proof.password.wrong', { n: wrong.left }) : t.service(wrong);
  }

  return (
    <DialogForm form={form} submit={t('recovery.submit')} cancel={t('common.back')} onCancel={onCancel} below={others}>
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
