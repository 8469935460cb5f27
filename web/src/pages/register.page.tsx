import { useEffect, useState } from 'react';
import { EntryPage } from '../layout/entry-page.tsx';
import { useJourney } from '../journey/use-journey.tsx';
import { useTranslate } from '../platform/i18n/texts.ts';
import { remove } from '../platform/storage/persisted.ts';
import { CookiesOff } from './cookies/cookies-off.tsx';
import { RegisterForm, SignInInstead } from './register/register-form.tsx';
import { RegisterHero } from './register/register-hero.tsx';
import { useCookies } from './cookies/use-cookies.ts';

export function Page() {
  const t = useTranslate();
  const [account] = useState({ typed: '' });
  const journey = useJourney();
  const cookies = useCookies();
  // The sign-in page opens with its own form again.
  useEffect(() => remove('register'), []);
  return (
    <EntryPage title={t('register.title')} lead={<SignInInstead />} hero={<RegisterHero />}>
      {cookies.explained && <CookiesOff inPlace={cookies.at === 'needed'} onCookiesWork={cookies.onWork} />}
      <div hidden={cookies.at === 'needed'}>
        <RegisterForm account={account} journey={journey} />
      </div>
      {journey.dialogs}
    </EntryPage>
  );
}
