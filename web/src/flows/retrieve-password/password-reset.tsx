import { useState } from 'react';
import { retrieve } from '@foyer/contract/limits';
import { pageRoutes } from '@foyer/contract/pages/page-routes';
import { navigate } from '../../platform/navigation/navigate.ts';
import { pageUrl } from '../../platform/navigation/page-url.ts';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { useTimeout } from '../../platform/machine/use-timeout.ts';
import { Button } from '../../ui/button.tsx';
import css from './password-reset.module.css';

/** The good news, and on to sign-in by itself, unless the person would rather stay. */
export function PasswordReset({ account }: { account: string }) {
  const t = useTranslate();
  const [going, setGoing] = useState<'on' | 'nowhere'>('on');
  const back = pageUrl(pageRoutes.login, { localAccount: account });
  useTimeout(going === 'on' ? retrieve.redirectAfter : undefined, () => navigate(back));

  return (
    <>
      <p role="status" tabIndex={-1} className={css.done}>
        {t('idcheck.success')}
      </p>
      <div className={css.ways}>
        <a href={back}>{t('back.signIn')}</a>
        {going === 'on' && (
          <Button kind="text" onClick={() => setGoing('nowhere')}>
            {t('retrieve.stay')}
          </Button>
        )}
      </div>
    </>
  );
}
