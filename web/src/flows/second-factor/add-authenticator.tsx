import { useRef } from 'react';
import { type confirmAuthenticator, type startAuthenticator } from '@foyer/contract/flows/authenticator';
import type { CallResult, DataOf } from '@foyer/contract/call';
import { dialogWidths } from '@foyer/contract/layout-sizes';
import { codeProblem, readCode } from '@foyer/contract/rules/code-rules';
import { AuthenticatorKey } from '../../parts/stored-factor/authenticator-key.tsx';
import { StoredFactorField } from '../../parts/stored-factor/stored-factor-field.tsx';
import { DialogForm } from '../../parts/dialog-form.tsx';
import type { CodeProblems } from '../../parts/send-code/code-problem.ts';
import { formMachine } from '../../platform/forms/form-machine.ts';
import { useForm } from '../../platform/forms/use-form.ts';
import { failureOf } from '../../platform/i18n/failure.ts';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';

type Reply = Exclude<CallResult<typeof confirmAuthenticator>, { is: 'needsFreshProof' }> | { is: 'cancelled' };

interface Props {
  setUp: DataOf<typeof startAuthenticator>;
  confirm(request: { setupId: string; credentials: string }): Promise<Reply>;
  onAdded(): void;
  onCancel(): void;
}

/** Shows the key of a new authenticator app, which counts once its first code is right. */
export function AddAuthenticator({ setUp, confirm, onAdded, onCancel }: Props) {
  const t = useTranslate();
  const field = useRef<HTMLInputElement>(null);
  const form = useForm({
    machine: () =>
      formMachine<string, CodeProblems, null>({
        validate(code) {
          const problem = codeProblem(code);
          return problem ? { code: problem } : {};
        },
        async submit(credentials) {
          const reply = await confirm({ setupId: setUp.setupId, credentials });
          if (reply.is === 'done') return { result: null };
          if (reply.is === 'cancelled') return { problems: {} };
          if (reply.is === 'wrongCode') return { problems: { code: { message: reply.message } } };
          return { problems: { form: failureOf(reply) } };
        },
      }),
    values: (): string => readCode(form.text('code')),
    onEnd: onAdded,
  });
  const { problems, busy } = form;
  return (
    <Dialog
      title={t('totp.title')}
      lead={t('totp.lead')}
      width={dialogWidths.authenticator}
      closeLabel={t('common.close')}
      busy={busy}
      onCancel={onCancel}
    >
      <AuthenticatorKey {...setUp} />
      <DialogForm form={form} submit={t('totp.confirm')} onCancel={onCancel}>
        <StoredFactorField ref={field} factor="totp" problems={problems} />
      </DialogForm>
    </Dialog>
  );
}
