import { useRef } from 'react';
import { dialogWidths } from '@foyer/contract/sizes';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { SsoDomain } from './sso-domain.screen.tsx';

/** The same question over the page, where there is room for it. */
export function SsoDialog({ onCancel }: { onCancel(): void }) {
  const t = useTranslate();
  const domain = useRef<HTMLInputElement>(null);
  return (
    <Dialog title={t('sso.title')} width={dialogWidths.ssoDomain} closeLabel={t('common.close')} onCancel={onCancel}>
      <SsoDomain domain={domain} onBack={onCancel} />
    </Dialog>
  );
}
