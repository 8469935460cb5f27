import { changePassword as changePasswordCall } from '@foyer/contract/flows/change-password';
import { dialogWidths } from '@foyer/contract/layout-sizes';
import { DialogForm } from '../../parts/dialog-form.tsx';
import { useFreshProof } from '../../parts/fresh-proof/fresh-proof.tsx';
import { NewPassword } from '../../parts/new-password/new-password.tsx';
import { sha256 } from '../../platform/browser/sha256.ts';
import { useForm } from '../../platform/forms/use-form.ts';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { type PasswordValues, changePassword } from './change-password.machine.ts';

interface Props {
  /** What the person can sign in with. */
  account: string | undefined;
  /** Whether the account has a password. */
  hasPassword: boolean;
  onChanged(): void;
  onSignedOut(): void;
  onCancel(): void;
}

/** Sets or changes the password of the account. */
export function ChangePassword({ account, hasPassword, onChanged, onSignedOut, onCancel }: Props) {
  const t = useTranslate();
  const { api } = usePageContext();
  const { run } = useFreshProof();
  const form = useForm({
    machine: () =>
      changePassword(async ({ password, endOtherSessions }, signal) => {
        const newPassword = await sha256(password);
        return run(() => api(changePasswordCall, { newPassword, endOtherSessions }, { signal }));
      }),
    values: (): PasswordValues => ({
      password: form.text('password'),
      repeatPassword: form.text('repeatPassword'),
      endOtherSessions: form.checked('endOtherSessions'),
    }),
    onEnd: (result) => (result === 'changed' ? onChanged() : onSignedOut()),
  });
  const { problems } = form;

  return (
    <Dialog
      title={t(hasPassword ? 'password.changeTitle' : 'password.addTitle')}
      lead={t('password.lead')}
      width={dialogWidths.setPassword}
      busy={form.busy}
      onCancel={onCancel}
    >
      <DialogForm form={form} submit={t(form.busy ? 'password.submitting' : 'password.submit')} onCancel={onCancel}>
        <NewPassword label={t('pwd.new')} problems={problems} account={account} />
        <Checkbox name="endOtherSessions" defaultChecked>
          {t('password.endOthers')}
        </Checkbox>
      </DialogForm>
    </Dialog>
  );
}
