import { toast as toastLimits } from '@foyer/contract/limits';
import { dialogWidths } from '@foyer/contract/layout-sizes';
import { setPassword as setPasswordCall } from '@foyer/contract/flows/set-password';
import { DialogForm } from '../../parts/dialog-form.tsx';
import { NewPassword } from '../../parts/new-password/new-password.tsx';
import type { NewPasswordValues } from '../../parts/new-password/problems.ts';
import { sha256 } from '../../platform/browser/sha256.ts';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { useForm } from '../../platform/forms/use-form.ts';
import { useTimeout } from '../../platform/machine/use-timeout.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { load } from '../../platform/storage/persisted.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { useToast } from '../../ui/dialogs/toast.tsx';
import { setPassword } from './set-password.machine.ts';

/** Offers a password to a person who signed in by code. */
export function SetPassword({ serviceId, onEnd }: { serviceId: string; onEnd(): void }) {
  const t = useTranslate();
  const toast = useToast();
  const { api } = usePageContext();

  const form = useForm({
    machine: () =>
      setPassword(async (password, signal) =>
        api(setPasswordCall, { serviceId, newPassword: await sha256(password) }, { signal }),
      ),
    values: (): NewPasswordValues => ({ password: form.text('password'), repeatPassword: form.text('repeatPassword') }),
    onEnd: () => toast(t('setpwd.success')),
  });
  const { problems } = form;
  const saved = load('account');
  // Leave time to read the toast before the page redirects.
  useTimeout(form.at === 'finished' ? toastLimits.shownFor : undefined, onEnd);

  return (
    <Dialog
      title={t('setpwd.title')}
      lead={t('setpwd.desc')}
      width={dialogWidths.setPassword}
      busy={form.at === 'submitting'}
      onCancel={onEnd}
    >
      <DialogForm
        form={form}
        submit={t(form.busy ? 'setpwd.submitting' : 'setpwd.confirm')}
        cancel={t('setpwd.skip')}
        onCancel={onEnd}
      >
        <NewPassword label={t('pwd.new')} problems={problems} account={typeof saved === 'string' ? saved : undefined} />
      </DialogForm>
    </Dialog>
  );
}
