import { dialogWidths } from '@foyer/contract/layout-sizes';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { SsoDomain } from './sso-domain.screen.tsx';

/** The company form as a dialog, on a PC. */
export function SsoDialog({ onCancel }: { onCancel(): void }) {
  const t = useTranslate();
  return (
    <Dialog
      title={t('sso.title')}
      lead={t('sso.desc')}
      width={dialogWidths.ssoDomain}
      closeLabel={t('common.close')}
      onCancel={onCancel}
    >
      <SsoDomain onBack={onCancel} />
    </Dialog>
  );
}
