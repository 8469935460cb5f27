import { useState } from 'react';
import { FindAccount } from '../flows/find-account/find-account.screen.tsx';
import { BackToSignIn } from '../layout/back-to-sign-in.tsx';
import { PlainPage } from '../layout/plain-page.tsx';
import { useTranslate } from '../platform/i18n/texts.ts';

export function Page() {
  const t = useTranslate();
  const [account] = useState({ typed: '' });
  return (
    <PlainPage title={t('page.findAccount')}>
      <FindAccount account={account} />
      <BackToSignIn account={account} />
    </PlainPage>
  );
}
