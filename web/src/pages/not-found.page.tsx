import { BackToSignIn } from '../layout/back-to-sign-in.tsx';
import { PlainPage } from '../layout/plain-page.tsx';
import { useTexts } from '../platform/i18n/texts.ts';

export function NotFoundPage() {
  const say = useTexts();
  return (
    <PlainPage title={say('page.notFound')}>
      <p>{say('notFound.text')}</p>
      <BackToSignIn />
    </PlainPage>
  );
}
