import { useState } from 'react';
import { RetrievePassword } from '../flows/retrieve-password/retrieve-password.screen.tsx';
import { BackToSignIn } from '../layout/back-to-sign-in.tsx';
import { PlainPage } from '../layout/plain-page.tsx';
import { useTexts } from '../platform/i18n/texts.ts';

export function RetrievePage() {
  const say = useTexts();
  const [account] = useState({ typed: '' });
  const [done, setDone] = useState(false);
  return (
    <PlainPage title={say('page.retrieve')}>
      <RetrievePassword account={account} onDone={() => setDone(true)} />
      {!done && <BackToSignIn account={account} />}
    </PlainPage>
  );
}
