import { useEffect, useState } from 'react';
import { qr } from '@foyer/contract/limits';
import { pageRoutes } from '@foyer/contract/pages/page-routes';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { QrBlock, QrBox } from '../../ui/qr/qr-box.tsx';
import { QrPicture } from '../../ui/qr/qr-picture.tsx';
import css from './open-on-phone.module.css';

/** Without an app for scanning, the QR code opens the sign-in page on a phone. */
export function OpenOnPhone() {
  const t = useTranslate();
  const { config } = usePageContext();
  // Set in an effect: in the rendered document the picture would outweigh everything else.
  const [url, setUrl] = useState<string>();
  useEffect(() => setUrl(`${config.origin}${pageRoutes.login}`), [config.origin]);
  // Where this computer can be signed in too, that is the link below.
  const title = t(config.methods.onPhone ? 'qr.title' : 'phone.title');
  return (
    <QrBlock title={title} name={title}>
      <QrBox>{url && <QrPicture content={url} label={t('phone.qr')} size={qr.boxPixels} />}</QrBox>
      <p className={css.hint}>{t('phone.hint')}</p>
    </QrBlock>
  );
}
