import { useState } from 'react';
import { pageRoutes } from '@foyer/contract/pages/page-routes';
import { Register, type SavedValues } from '../flows/register/register.screen.tsx';
import { EntryPage } from '../layout/entry-page.tsx';
import { useJourney } from '../journey/use-journey.tsx';
import { LinkWithAccount } from '../parts/link-with-account.tsx';
import { useTranslate } from '../platform/i18n/texts.ts';
import css from './register.module.css';

export function Page() {
  const t = useTranslate();
  const [account] = useState({ typed: '' });
  const [saved] = useState<SavedValues>({});
  const { attempt, failure, dialogs, end } = useJourney();
  return (
    <EntryPage title={t('register.title')}>
      <Register key={attempt} account={account} saved={saved} failure={failure} onEnd={end} />
      <p className={css.back}>
        <LinkWithAccount to={pageRoutes.login}>{t('register.haveAccount')}</LinkWithAccount>
      </p>
      {dialogs}
    </EntryPage>
  );
}
