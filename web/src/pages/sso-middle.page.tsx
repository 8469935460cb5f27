import { useEffect, useEffectEvent } from 'react';
import { SsoReturn } from '../flows/sso-return/sso-return.screen.tsx';
import { PlainPage } from '../layout/plain-page.tsx';
import { useJourney } from '../journey/use-journey.tsx';
import { leave, signInOnceMore } from '../platform/navigation/navigate.ts';
import { useTexts } from '../platform/i18n/texts.ts';
import { useVisit } from '../platform/page-context.ts';

/** Between the company's sign-in and ours: nothing to fill in, unless an account has to be bound. */
export function SsoMiddlePage() {
  const say = useTexts();
  const visit = useVisit();
  const { attempt, busy, dialogs, end } = useJourney();
  // There is no form here to come back to.
  const beginAgain = useEffectEvent(() => leave(signInOnceMore(visit), 'ssoMiddle'));
  useEffect(() => {
    if (attempt > 0) beginAgain();
  }, [attempt]);
  return (
    <PlainPage title={say('page.ssoMiddle')}>
      <SsoReturn busy={busy} onEnd={end} />
      {dialogs}
    </PlainPage>
  );
}
