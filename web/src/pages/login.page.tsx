import { Suspense, useEffect, useState } from 'react';
import { pageRoutes } from '@foyer/contract/page-routes';
import { EntryPage } from '../frame/entry-page.tsx';
import { useJourney } from '../journey/use-journey.tsx';
import { AgreementLinks } from '../parts/agreement-links.tsx';
import { LinkWithAccount } from '../parts/link-with-account.tsx';
import { quietPart } from '../platform/quiet-part.ts';
import { useTexts } from '../platform/texts.ts';
import { useVisit } from '../platform/visit.ts';
import { Rescue } from '../ui/rescue.tsx';
import css from './login.module.css';
import { LoginForm } from './login-form.tsx';

const LoginAside = quietPart(() => import('./login-aside.tsx').then((m) => m.LoginAside));

/** Which things stand where on `/login/web`. */
export function LoginPage() {
  const say = useTexts();
  const { config, language, variant } = useVisit();
  const journey = useJourney();
  const [account] = useState({ typed: '' });
  const onPc = variant.device === 'pc';
  // A scan belongs to the browser that asked, which is known by its cookie.
  const [cookiesOff, setCookiesOff] = useState(false);
  useEffect(() => setCookiesOff(!navigator.cookieEnabled), []);
  return (
    <EntryPage
      title={onPc ? say('login.title', { brand: config.brand[language] }) : say('login.welcome')}
      titleUnseen={onPc}
      aside={
        onPc &&
        !variant.locked &&
        !cookiesOff && (
          // The form does without it, should it not come.
          <Rescue instead={null}>
            <Suspense>
              <LoginAside journey={journey} />
            </Suspense>
          </Rescue>
        )
      }
      below={<AgreementLinks text={say('login.agree.text')} />}
    >
      <LoginForm account={account} journey={journey} />
      {variant.device !== 'mobileWeb' && (
        <p className={css.register}>
          {say('login.noAccount')}{' '}
          <LinkWithAccount to={pageRoutes.register} account={account}>
            {say('login.registerNow')}
          </LinkWithAccount>
        </p>
      )}
      {journey.dialogs}
    </EntryPage>
  );
}
