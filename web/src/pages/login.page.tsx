import { useState } from 'react';
import { pageRoutes } from '@foyer/contract/page-routes';
import { OpenOnPhone } from '../flows/open-on-phone/open-on-phone.screen.tsx';
import { EntryPage } from '../frame/entry-page.tsx';
import { AgreementLinks } from '../parts/agreement-links.tsx';
import { LinkWithAccount } from '../parts/link-with-account.tsx';
import { useTexts } from '../platform/texts.ts';
import { useVisit } from '../platform/visit.ts';
import css from './login.module.css';
import { LoginForm } from './login-form.tsx';

/** Which things stand where on `/login/web`. */
export function LoginPage() {
  const say = useTexts();
  const { config, language, variant } = useVisit();
  const [account] = useState({ typed: '' });
  const onPc = variant.device === 'pc';
  return (
    <EntryPage
      title={onPc ? say('login.title', { brand: config.brand[language] }) : say('login.welcome')}
      titleUnseen={onPc}
      aside={onPc && !variant.locked && <OpenOnPhone />}
      below={<AgreementLinks text={say('login.agree.text')} />}
    >
      <LoginForm account={account} />
      {variant.device !== 'mobileWeb' && (
        <p className={css.register}>
          {say('login.noAccount')}{' '}
          <LinkWithAccount to={pageRoutes.register} account={account}>
            {say('login.registerNow')}
          </LinkWithAccount>
        </p>
      )}
    </EntryPage>
  );
}
