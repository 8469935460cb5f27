import { lazy, Suspense, useEffect, useState } from 'react';
import { qr } from '@foyer/contract/limits';
import { useTexts } from '../../platform/texts.ts';
import { useVisit } from '../../platform/visit.ts';
import { whenQuiet } from '../../platform/when-quiet.ts';
import { QrBox } from '../../ui/qr-box.tsx';
import css from './open-on-phone.module.css';

const QrPicture = lazy(() => import('../../ui/qr-picture.tsx').then((m) => ({ default: m.QrPicture })));

/** Where no app is set up for scanning, the code still carries a person over to their phone. */
export function OpenOnPhone() {
  const say = useTexts();
  const { config } = useVisit();
  const [address, setAddress] = useState<string>();
  // The form comes first: the picture is drawn once the page is quiet.
  useEffect(() => whenQuiet(() => setAddress(`${config.origin}/login/web`)), [config.origin]);

  return (
    <section className={css.block} aria-labelledby="open-on-phone">
      <h2 id="open-on-phone" className={css.title}>
        {say('phone.title')}
      </h2>
      <QrBox>
        {address && (
          <Suspense>
            <QrPicture content={address} label={say('phone.qr')} size={qr.boxPixels} />
          </Suspense>
        )}
      </QrBox>
      <p className={css.hint}>{say('phone.hint')}</p>
    </section>
  );
}
