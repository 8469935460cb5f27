import { useRef } from 'react';
import { dialogWidths } from '@foyer/contract/sizes';
import { useTexts } from '../../platform/i18n/texts.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { SsoDomain } from './sso-domain.screen.tsx';

/** The same question over the page, where there is room for it. */
export function SsoDialog({ onCancel }: { onCancel(): void }) {
  const say = useTexts();
  const domain = useRef<HTMLInputElement>(null);
  return (
    <Dialog
      title={say('sso.title')}
      width={dialogWidths.ssoDomain}
      closeLabel={say('common.close')}
      onCancel={onCancel}
    >
      <SsoDomain domain={domain} onBack={onCancel} />
    </Dialog>
  );
}
