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

/** How to turn cookies on in the browser at hand, and another try. */
export function Page() {
  const t = useTranslate();
  const toast = useToast();
  const visit = usePageContext();
  const [family, setFamily] = useState<ReturnType<typeof browserFamily>>('other');
  useEffect(() => setFamily(browserFamily(navigator.userAgent)), []);
  const [ssoAt, setSsoAt] = useState(`${pageRoutes.login}?appSsoLogin=true`);
  const [arrived, setArrived] = useState(false);
  const read = useEffectEvent(() => {
    setSsoAt(signInAgainUrl(visit, { appSsoLogin: 'true' }));
    setArrived(new URLSearchParams(location.search).has('arrived'));
  });
  useEffect(() => read(), []);

  function retry() {
    if (cookiesWork()) navigate(arrived ? ssoAt : `${pageRoutes.login}${location.search}`);
    else toast(t('cookie.still'));
  }

  return (
    <PlainPage title={t('page.cookieHint')}>
      <p>{t(arrived ? 'cookie.arrived' : 'cookie.desc')}</p>
      <p className={css.how}>{t(`cookie.how.${family}`)}</p>
      <Button onClick={retry}>{t('cookie.retry')}</Button>
      {visit.config.methods.sso && !arrived && (
        <p className={css.sso}>
          {t('cookie.sso')}{' '}
          <a href={ssoAt} data-takes>
            {t('sso.entry')}
          </a>
        </p>
      )}
    </PlainPage>
  );
}
