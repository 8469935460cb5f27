import { proveByPassword } from '@foyer/contract/flows/account';
import { sha256 } from '../../platform/browser/sha256.ts';
import { type FormOutcome, formMachine } from '../../platform/forms/form-machine.ts';
import { useForm } from '../../platform/forms/use-form.ts';
import { type Failure, failureOf } from '../../platform/i18n/failure.ts';
import { type Said, useTranslate } from '../../platform/i18n/texts.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { useProblem } from '../../ui/fields/problem.ts';
import { DialogForm } from '../dialog-form.tsx';
import { PasswordInput } from '../password-input.tsx';
import type { ProofProps } from './proof-request.ts';

interface Problems {
  /** `left`: attempts after a wrong password. */
  password?: 'empty' | { left: number } | Said;
  form?: Failure;
}

export function ProveByPassword({ username, onBusy, onProven, onCancel, others }: ProofProps) {
  const t = useTranslate();
  const { api } = usePageContext();

  async function prove(password: string, signal: AbortSignal): Promise<FormOutcome<Problems, null>> {
    const reply = await api(proveByPassword, { credentials: await sha256(password) }, { signal });
    switch (reply.is) {
      case 'done':
      // The call that needs the proof finds out as well, and leads to sign-in.
      case 'notSignedIn':
        return { result: null };
      case 'wrongCredentials':
        return { problems: { password: { left: reply.data.attemptsLeft } } };
      case 'waitBeforeRetry':
      case 'lockedOut':
        return { problems: { password: { message: reply.message } } };
      case 'refused':
      case 'noResponse':
        return { problems: { form: failureOf(reply) } };
    }
  }

  const form = useForm({
    machine: () =>
      formMachine<string, Problems, null>({
        validate: (password) => (password === '' ? { password: 'empty' } : {}),
        submit: prove,
      }),
    values: (): string => form.text('password'),
    onBusy,
    onEnd: onProven,
  });
  const { problems } = form;
  const problem = useProblem(problems.password, problems.password && textOf(problems.password), problems.password);

  function textOf(wrong: NonNullable<Problems['password']>) {
    if (wrong === 'empty') return t('login.password.empty');
    return 'left' in wrong ? t('proof.password.wrong', { n: wrong.left }) : t.service(wrong);
  }

  return (
    <DialogForm form={form} submit={t('proof.submit')} onCancel={onCancel} below={others}>
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
