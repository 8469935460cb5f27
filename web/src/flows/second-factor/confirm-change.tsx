import { useTranslate } from '../../platform/i18n/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';

/** A change that makes the account weaker, or codes on paper useless. */
export type RiskyChange =
  | { is: 'switchOff' | 'removeAuthenticator' | 'replaceCodes' }
  | { is: 'forgetBrowser'; id: string; device: string };

interface Props {
  change: RiskyChange;
  onConfirm(): void;
  onCancel(): void;
}

/** Asks before a change of the second factor. */
export function ConfirmChange({ change, onConfirm, onCancel }: Props) {
  const t = useTranslate();
  const device = change.is === 'forgetBrowser' ? change.device : '';
  const words = {
    switchOff: ['factor.off.title', 'factor.off.lead', 'factor.turnOff'],
    removeAuthenticator: ['totp.remove.title', 'totp.remove.lead', 'totp.remove'],
    replaceCodes: ['backup.again.title', 'backup.again.lead', 'backup.again'],
    forgetBrowser: ['trusted.forget.title', 'trusted.forget.lead', 'trusted.forget'],
  } as const;
  const [title, lead, confirm] = words[change.is];
  return (
    <Dialog title={t(title, { device })} lead={t(lead)} width={432} onCancel={onCancel}>
      <DialogButtons>
        <Button onClick={onCancel}>{t('common.cancel')}</Button>
        <Button kind="danger" onClick={onConfirm}>
          {t(confirm)}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
