import { useState } from 'react';
import { retrieve } from '@foyer/contract/limits';
import { pageRoutes } from '@foyer/contract/page-routes';
import { leave } from '../../platform/leave.ts';
import { useTexts } from '../../platform/texts.ts';
import { useTimeout } from '../../platform/use-timeout.ts';
import { Button } from '../../ui/button.tsx';
import css from './password-reset.module.css';

/** The good news, and on to sign-in by itself, unless the person would rather stay. */
export function PasswordReset({ account }: { account: string }) {
  const say = useTexts();
  const [going, setGoing] = useState<'on' | 'nowhere'>('on');
  const signIn = `${pageRoutes.login}?localAccount=${encodeURIComponent(account)}`;
  useTimeout(going === 'on' ? retrieve.returnsAfter : undefined, () => leave(signIn));

  return (
    <>
      <p role="status" className={css.done}>
        {say('idcheck.success')}
      </p>
      <div className={css.ways}>
        <a href={signIn}>{say('back.signIn')}</a>
        {going === 'on' && (
          <Button kind="text" onClick={() => setGoing('nowhere')}>
            {say('retrieve.stay')}
          </Button>
        )}
      </div>
    </>
  );
}
