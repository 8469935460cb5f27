import { useEffect, useEffectEvent, useState } from 'react';
import { pageRoutes } from '@foyer/contract/pages/page-routes';
import { PlainPage } from '../layout/plain-page.tsx';
import { browserFamily } from '../platform/browser/browser-family.ts';
import { cookiesWork } from '../platform/storage/cookies.ts';
import { navigate, signInAgainUrl } from '../platform/navigation/navigate.ts';
import { useTranslate } from '../platform/i18n/texts.ts';
import { usePageContext } from '../platform/page-context.ts';
import { Button } from '../ui/button.tsx';
import { useToast } from '../ui/toast.tsx';
import css from './cookie-hint.module.css';

/** Explains how to turn on cookies in this browser, and retries. */
export function Page() {
  const t = useTranslate();
  const toast = useToast();
  const page = usePageContext();
  const [family, setFamily] = useState<ReturnType<typeof browserFamily>>('other');
  useEffect(() => setFamily(browserFamily(navigator.userAgent)), []);
  const [ssoUrl, setSsoUrl] = useState(`${pageRoutes.login}?appSsoLogin=true`);
  const [fromProvider, setFromProvider] = useState(false);
  const readUrl = useEffectEvent(() => {
    setSsoUrl(signInAgainUrl(page, { appSsoLogin: 'true' }));
    setFromProvider(new URLSearchParams(location.search).has('arrived'));
  });
  useEffect(() => readUrl(), []);

  function retry() {
    if (cookiesWork()) navigate(fromProvider ? ssoUrl : `${pageRoutes.login}${location.search}`);
    else toast(t('cookie.still'));
  }

  return (
    <PlainPage title={t('page.cookieHint')}>
      <p>{t(fromProvider ? 'cookie.arrived' : 'cookie.desc')}</p>
      <p className={css.how}>{t(`cookie.how.${family}`)}</p>
      <Button onClick={retry}>{t('cookie.retry')}</Button>
      {page.config.methods.sso && !fromProvider && (
        <p className={css.sso}>
          {t('cookie.sso')}{' '}
          <a href={ssoUrl} data-with-account>
            {t('sso.entry')}
          </a>
        </p>
      )}
    </PlainPage>
  );
}
