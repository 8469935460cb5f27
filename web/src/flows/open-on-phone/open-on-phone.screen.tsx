import { useEffect, useState } from 'react';
import { qr } from '@foyer/contract/limits';
import { pageRoutes } from '@foyer/contract/pages/page-routes';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { QrBlock, QrBox } from '../../ui/qr-box.tsx';
import { QrPicture } from '../../ui/qr-picture.tsx';
import css from './open-on-phone.module.css';

/** Where no app is set up for scanning, the code still carries a person over to their phone. */
export function OpenOnPhone() {
  const t = useTranslate();
  const { config } = usePageContext();
  // Not in the document: the picture outweighs all the rest of it.
  const [address, setAddress] = useState<string>();
  useEffect(() => setAddress(`${config.origin}${pageRoutes.login}`), [config.origin]);
  return (
    <QrBlock title={t('phone.title')}>
      <QrBox>{address && <QrPicture content={address} label={t('phone.qr')} size={qr.boxPixels} />}</QrBox>
      <p className={css.hint}>{t('phone.hint')}</p>
    </QrBlock>
  );
}
