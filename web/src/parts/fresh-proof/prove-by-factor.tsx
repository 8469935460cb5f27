import { useRef } from 'react';
import { proveByFactor } from '@foyer/contract/flows/second-factor';
import { type FormOutcome, formMachine } from '../../platform/forms/form-machine.ts';
import { useForm } from '../../platform/forms/use-form.ts';
import { failureOf } from '../../platform/i18n/failure.ts';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { DialogForm } from '../dialog-form.tsx';
import type { CodeProblems } from '../send-code/code-problem.ts';
import { type StoredFactor, StoredFactorField, storedFactorProblems } from '../stored-factor/stored-factor-field.tsx';
import type { ProofProps } from './proof-request.ts';

export const ProveByTotp = (props: ProofProps) => <ProveByFactor {...props} factor="totp" />;
export const ProveByBackupCode = (props: ProofProps) => <ProveByFactor {...props} factor="backupCode" />;

/** A code of the authenticator app, or a backup code. */
function ProveByFactor({ factor, onBusy, onProven, onCancel, others }: ProofProps & { factor: StoredFactor }) {
  const t = useTranslate();
  const { api } = usePageContext();
  const field = useRef<HTMLInputElement>(null);

  async function prove(credentials: string, signal: AbortSignal): Promise<FormOutcome<CodeProblems, null>> {
    const reply = await api(proveByFactor, { factor, credentials }, { signal });
    switch (reply.is) {
      case 'done':
      // The call that needs the proof finds out as well, and leads to sign-in.
      case 'notSignedIn':
        return { result: null };
      case 'wrongCode':
      case 'codeAlreadyUsed':
        return { problems: { code: { message: reply.message } } };
      case 'refused':
      case 'noResponse':
        return { problems: { form: failureOf(reply) } };
    }
  }

  const form = useForm({
    machine: () =>
      formMachine<string, CodeProblems, null>({
        validate: (code) => storedFactorProblems(factor, code),
        submit: prove,
      }),
    values: (): string => form.text('code'),
    onBusy,
    onEnd: onProven,
  });
  const { problems } = form;

  return (
    <DialogForm form={form} submit={t('proof.submit')} onCancel={onCancel} below={others}>
      <StoredFactorField ref={field} factor={factor} problems={problems} />
    </DialogForm>
  );
}
