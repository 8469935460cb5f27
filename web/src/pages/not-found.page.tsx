import { BackToSignIn } from '../frame/back-to-sign-in.tsx';
import { PlainPage } from '../frame/plain-page.tsx';
import { useTexts } from '../platform/texts.ts';

export function NotFoundPage() {
  const say = useTexts();
  return (
    <PlainPage title={say('page.notFound')}>
      <p>{say('notFound.text')}</p>
      <BackToSignIn />
    </PlainPage>
  );
}
