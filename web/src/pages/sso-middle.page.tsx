import { useEffect, useEffectEvent } from 'react';
import { SsoReturn } from '../flows/sso-return/sso-return.screen.tsx';
import { PlainPage } from '../layout/plain-page.tsx';
import { useJourney } from '../journey/use-journey.tsx';
import { navigate, signInAgainUrl } from '../platform/navigation/navigate.ts';
import { useTranslate } from '../platform/i18n/texts.ts';
import { usePageContext } from '../platform/page-context.ts';

/** The return from a company's sign-in page. It has no form, only dialogs. */
export function Page() {
  const t = useTranslate();
  const page = usePageContext();
  const { attempt, busy, dialogs, end } = useJourney();
  // There is no form to come back to: open the sign-in page.
  const startOver = useEffectEvent(() => navigate(signInAgainUrl(page), 'ssoMiddle'));
  useEffect(() => {
    if (attempt > 0) startOver();
  }, [attempt]);
  return (
    <PlainPage title={t('page.ssoMiddle')}>
      <SsoReturn busy={busy} onEnd={end} />
      {dialogs}
    </PlainPage>
  );
}
