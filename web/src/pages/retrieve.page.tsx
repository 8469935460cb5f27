import { useState } from 'react';
import { RetrievePassword } from '../flows/retrieve-password/retrieve-password.screen.tsx';
import { BackToSignIn } from '../layout/back-to-sign-in.tsx';
import { PlainPage } from '../layout/plain-page.tsx';
import { useTranslate } from '../platform/i18n/texts.ts';

export function Page() {
  const t = useTranslate();
  const [account] = useState({ typed: '' });
  const [done, setDone] = useState(false);
  return (
    <PlainPage title={t('page.retrieve')}>
      <RetrievePassword account={account} onDone={() => setDone(true)} />
      {!done && <BackToSignIn account={account} />}
    </PlainPage>
  );
}
