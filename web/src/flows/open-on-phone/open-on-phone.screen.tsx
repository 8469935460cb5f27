import { useEffect, useState } from 'react';
import { qr } from '@foyer/contract/limits';
import { pageRoutes } from '@foyer/contract/pages/page-routes';
import { useTexts } from '../../platform/i18n/texts.ts';
import { useVisit } from '../../platform/page-context.ts';
import { QrBlock, QrBox } from '../../ui/qr-box.tsx';
import { QrPicture } from '../../ui/qr-picture.tsx';
import css from './open-on-phone.module.css';

/** Where no app is set up for scanning, the code still carries a person over to their phone. */
export function OpenOnPhone() {
  const say = useTexts();
  const { config } = useVisit();
  // Not in the document: the picture outweighs all the rest of it.
  const [address, setAddress] = useState<string>();
  useEffect(() => setAddress(`${config.origin}${pageRoutes.login}`), [config.origin]);
  return (
    <QrBlock title={say('phone.title')}>
      <QrBox>{address && <QrPicture content={address} label={say('phone.qr')} size={qr.boxPixels} />}</QrBox>
      <p className={css.hint}>{say('phone.hint')}</p>
    </QrBlock>
  );
}
