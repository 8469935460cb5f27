import { qr } from '@foyer/contract/limits';
import { useTexts } from '../../platform/texts.ts';
import { useVisit } from '../../platform/visit.ts';
import { QrBlock, QrBox } from '../../ui/qr-box.tsx';
import { QrPicture } from '../../ui/qr-picture.tsx';
import css from './open-on-phone.module.css';

/** Where no app is set up for scanning, the code still carries a person over to their phone. */
export function OpenOnPhone() {
  const say = useTexts();
  const { config } = useVisit();
  return (
    <QrBlock title={say('phone.title')}>
      <QrBox>
        <QrPicture content={`${config.origin}/login/web`} label={say('phone.qr')} size={qr.boxPixels} />
      </QrBox>
      <p className={css.hint}>{say('phone.hint')}</p>
    </QrBlock>
  );
}
