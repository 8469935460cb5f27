import { useTranslate } from '../../platform/i18n/texts.ts';
import { Button } from '../../ui/button.tsx';

interface Props {
  /** The phone asks the person to confirm. */
  scanned: boolean;
  onPress(): void;
}

/** Asks for a new QR code, also after a scan: the question on the phone may have been closed. */
export function NewCode({ scanned, onPress }: Props) {
  const t = useTranslate();
  return (
    <Button kind="text" aria-label={scanned ? undefined : t('qr.refresh')} onClick={onPress}>
      {t(scanned ? 'qr.again' : 'common.refresh')}
    </Button>
  );
}
