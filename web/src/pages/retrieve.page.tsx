import { RetrievePassword } from '../flows/retrieve-password/retrieve-password.screen.tsx';
import { BackToSignIn } from '../frame/back-to-sign-in.tsx';
import { PlainPage } from '../frame/plain-page.tsx';
import { useTexts } from '../platform/texts.ts';

export function RetrievePage() {
  const say = useTexts();
  return (
    <PlainPage title={say('page.retrieve')}>
      <RetrievePassword />
      <BackToSignIn />
    </PlainPage>
  );
}
