import { BackToSignIn } from '../layout/back-to-sign-in.tsx';
import { PlainPage } from '../layout/plain-page.tsx';
import { useTranslate } from '../platform/i18n/texts.ts';
import css from './offline.module.css';

/** The browser's address, which is that of the page that could not be had. */
const again = '';

/** Comes without a script, which might not come either. */
export function Page() {
  const t = useTranslate();
  return (
    <PlainPage title={t('page.offline')}>
      <p>{t('offline.text')}</p>
      <p className={css.again}>
        <a href={again}>{t('common.retry')}</a>
      </p>
      <BackToSignIn />
    </PlainPage>
  );
}
