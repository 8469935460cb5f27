import { useEffect, useEffectEvent } from 'react';
import { SsoReturn } from '../flows/sso-return/sso-return.screen.tsx';
import { PlainPage } from '../layout/plain-page.tsx';
import { useJourney } from '../journey/use-journey.tsx';
import { navigate, signInAgainUrl } from '../platform/navigation/navigate.ts';
import { useTranslate } from '../platform/i18n/texts.ts';
import { usePageContext } from '../platform/page-context.ts';

/** Between the company's sign-in and ours: nothing to fill in, unless an account has to be bound. */
export function Page() {
  const t = useTranslate();
  const visit = usePageContext();
  const { attempt, busy, dialogs, end } = useJourney();
  // There is no form here to come back to.
  const beginAgain = useEffectEvent(() => navigate(signInAgainUrl(visit), 'ssoMiddle'));
  useEffect(() => {
    if (attempt > 0) beginAgain();
  }, [attempt]);
  return (
    <PlainPage title={t('page.ssoMiddle')}>
      <SsoReturn busy={busy} onEnd={end} />
      {dialogs}
    </PlainPage>
  );
}
