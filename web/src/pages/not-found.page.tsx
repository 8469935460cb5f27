import { BackToSignIn } from '../layout/back-to-sign-in.tsx';
import { PlainPage } from '../layout/plain-page.tsx';
import { useTranslate } from '../platform/i18n/texts.ts';

export function Page() {
  const t = useTranslate();
  return (
    <PlainPage title={t('page.notFound')}>
      <p>{t('notFound.text')}</p>
      <BackToSignIn />
    </PlainPage>
  );
}
