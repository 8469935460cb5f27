import { useEffect, useState } from 'react';
import { getCurrentAccount } from '@foyer/contract/flows/session';
import { PlainPage } from '../layout/plain-page.tsx';
import { finishSignIn, resolveRedirect } from '../platform/navigation/navigate.ts';
import { useTranslate } from '../platform/i18n/texts.ts';
import { usePageContext } from '../platform/page-context.ts';
import { Button } from '../ui/button.tsx';
import css from './registered.module.css';

/** Confirms the registration; a button redirects to the workspace. */
export function Page() {
  const t = useTranslate();
  const page = usePageContext();
  const { api } = page;
  const [account, setAccount] = useState('');
  useEffect(() => {
    void api(getCurrentAccount, {}).then((reply) => {
      if (reply.is === 'done') setAccount(reply.data.mobile ?? reply.data.email ?? '');
    });
  }, [api]);

  return (
    <PlainPage title={t('register.success.title')}>
      <p className={css.ready}>{account && t('register.success.desc', { account })}</p>
      <Button kind="main" onClick={() => finishSignIn(page, resolveRedirect(page, undefined))}>
        {t('register.success.enter')}
      </Button>
    </PlainPage>
  );
}
