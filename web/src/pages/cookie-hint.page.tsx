import { useEffect, useEffectEvent, useState } from 'react';
import { pageRoutes } from '@foyer/contract/pages/page-routes';
import { PlainPage } from '../layout/plain-page.tsx';
import { CookieHelp } from '../parts/cookie-help.tsx';
import { navigate, signInAgainUrl } from '../platform/navigation/navigate.ts';
import { useTranslate } from '../platform/i18n/texts.ts';
import { usePageContext } from '../platform/page-context.ts';
import { PageMessage } from '../ui/page/page-message.tsx';
import { Cookie } from '../ui/icons/pictures.tsx';
import css from './cookie-hint.module.css';

/** Explains how to turn on cookies in this browser, and retries. */
export function Page() {
  const t = useTranslate();
  const page = usePageContext();
  const [ssoUrl, setSsoUrl] = useState(`${pageRoutes.login}?appSsoLogin=true`);
  const [fromProvider, setFromProvider] = useState(false);
  const readUrl = useEffectEvent(() => {
    setSsoUrl(signInAgainUrl(page, { appSsoLogin: 'true' }));
    setFromProvider(new URLSearchParams(location.search).has('arrived'));
  });
  useEffect(() => readUrl(), []);

  const retry = () => navigate(fromProvider ? ssoUrl : `${pageRoutes.login}${location.search}`);

  return (
    <PlainPage>
      <PageMessage
        picture={<Cookie />}
        title={t('page.cookieHint')}
        lead={t(fromProvider ? 'cookie.arrived' : 'cookie.desc')}
      >
        <CookieHelp kind="main" onCookiesWork={retry} />
        {page.config.methods.sso && !fromProvider && (
          <p className={css.sso}>
            {t('cookie.sso')}{' '}
            <a href={ssoUrl} data-with-account>
              {t('sso.entry')}
            </a>
          </p>
        )}
      </PageMessage>
    </PlainPage>
  );
}
