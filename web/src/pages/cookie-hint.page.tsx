import { useEffect, useEffectEvent, useState } from 'react';
import { pageRoutes } from '@foyer/contract/pages/page-routes';
import { PlainPage } from '../layout/plain-page.tsx';
import { browserFamily } from '../platform/browser/browser-family.ts';
import { cookiesWork } from '../platform/storage/cookies.ts';
import { leave, signInOnceMore } from '../platform/navigation/navigate.ts';
import { useTexts } from '../platform/i18n/texts.ts';
import { useVisit } from '../platform/page-context.ts';
import { Button } from '../ui/button.tsx';
import { useToast } from '../ui/toast.tsx';
import css from './cookie-hint.module.css';

/** How to turn cookies on in the browser at hand, and another try. */
export function CookieHintPage() {
  const say = useTexts();
  const toast = useToast();
  const visit = useVisit();
  const [family, setFamily] = useState<ReturnType<typeof browserFamily>>('other');
  useEffect(() => setFamily(browserFamily(navigator.userAgent)), []);
  const [ssoAt, setSsoAt] = useState(`${pageRoutes.login}?appSsoLogin=true`);
  const [arrived, setArrived] = useState(false);
  const read = useEffectEvent(() => {
    setSsoAt(signInOnceMore(visit, { appSsoLogin: 'true' }));
    setArrived(new URLSearchParams(location.search).has('arrived'));
  });
  useEffect(() => read(), []);

  function retry() {
    if (cookiesWork()) leave(arrived ? ssoAt : `${pageRoutes.login}${location.search}`);
    else toast(say('cookie.still'));
  }

  return (
    <PlainPage title={say('page.cookieHint')}>
      <p>{say(arrived ? 'cookie.arrived' : 'cookie.desc')}</p>
      <p className={css.how}>{say(`cookie.how.${family}`)}</p>
      <Button onClick={retry}>{say('cookie.retry')}</Button>
      {visit.config.methods.sso && !arrived && (
        <p className={css.sso}>
          {say('cookie.sso')}{' '}
          <a href={ssoAt} data-takes>
            {say('sso.entry')}
          </a>
        </p>
      )}
    </PlainPage>
  );
}
