import { BackToSignIn } from '../layout/back-to-sign-in.tsx';
import { PlainPage } from '../layout/plain-page.tsx';
import { useTranslate } from '../platform/i18n/texts.ts';
import css from './offline.module.css';

/** An empty link reloads the URL in the address bar, which is that of the page that did not load. */
const reload = '';

/** Works without scripts, which may not load offline. */
export function Page() {
  const t = useTranslate();
  return (
    <PlainPage title={t('page.offline')}>
      <p>{t('offline.text')}</p>
      <p className={css.retry}>
        <a href={reload}>{t('common.retry')}</a>
      </p>
      <BackToSignIn />
    </PlainPage>
  );
}
