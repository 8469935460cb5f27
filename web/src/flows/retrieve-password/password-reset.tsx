import { useState } from 'react';
import { retrieve } from '@foyer/contract/limits';
import { pageRoutes } from '@foyer/contract/pages/page-routes';
import { navigate } from '../../platform/navigation/navigate.ts';
import { pageUrl } from '../../platform/navigation/page-url.ts';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { useTimeout } from '../../platform/machine/use-timeout.ts';
import { Button } from '../../ui/button.tsx';
import css from './password-reset.module.css';

/** Confirms the reset and returns to sign-in by itself, unless the person stays. */
export function PasswordReset({ account }: { account: string }) {
  const t = useTranslate();
  const [returning, setReturning] = useState(true);
  const signInUrl = pageUrl(pageRoutes.login, { localAccount: account });
  useTimeout(returning ? retrieve.redirectAfter : undefined, () => navigate(signInUrl));

  return (
    <>
      <p role="status" tabIndex={-1} className={css.done}>
        {t('idcheck.success')}
      </p>
      <div className={css.actions}>
        <a href={signInUrl}>{t('back.signIn')}</a>
        {returning && (
          <Button kind="text" onClick={() => setReturning(false)}>
            {t('retrieve.stay')}
          </Button>
        )}
      </div>
    </>
  );
}
