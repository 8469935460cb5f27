import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { useTranslate } from '../../platform/i18n/texts.ts';

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
    <ConfirmDialog
      title={t(title, { device })}
      lead={t(lead)}
      confirm={t(confirm)}
      onConfirm={onConfirm}
      onCancel={onCancel}
    />
  );
}
