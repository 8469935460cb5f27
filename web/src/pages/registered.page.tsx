import { useEffect, useState } from 'react';
import { askWhoIAm } from '@foyer/contract/flows/session';
import { PlainPage } from '../layout/plain-page.tsx';
import { leaveSignedIn, wayOut } from '../platform/navigation/navigate.ts';
import { useTexts } from '../platform/i18n/texts.ts';
import { useVisit } from '../platform/page-context.ts';
import { Button } from '../ui/button.tsx';
import css from './registered.module.css';

/** Says that the account is there, and goes on to the workspace when the person does. */
export function RegisteredPage() {
  const say = useTexts();
  const visit = useVisit();
  const { api } = visit;
  const [account, setAccount] = useState('');
  useEffect(() => {
    void api(askWhoIAm, {}).then((reply) => {
      if (reply.is === 'done') setAccount(reply.data.mobile ?? reply.data.email ?? '');
    });
  }, [api]);

  return (
    <PlainPage title={say('register.success.title')}>
      <p className={css.ready}>{account && say('register.success.desc', { account })}</p>
      <Button kind="main" onClick={() => leaveSignedIn(visit, wayOut(visit, undefined))}>
        {say('register.success.enter')}
      </Button>
    </PlainPage>
  );
}
