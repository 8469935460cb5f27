import { useEffect } from 'react';
import { pageRoutes } from '@foyer/contract/page-routes';
import { SsoReturn } from '../flows/sso-return/sso-return.screen.tsx';
import { PlainPage } from '../frame/plain-page.tsx';
import { useJourney } from '../journey/use-journey.tsx';
import { leave } from '../platform/leave.ts';
import { useTexts } from '../platform/texts.ts';

/** Between the company's sign-in and ours: nothing to fill in, unless an account has to be bound. */
export function SsoMiddlePage() {
  const say = useTexts();
  const { attempt, busy, dialogs, end } = useJourney();
  // There is no form here to come back to.
  useEffect(() => {
    if (attempt > 0) leave(pageRoutes.login);
  }, [attempt]);
  return (
    <PlainPage title={say('page.ssoMiddle')}>
      <SsoReturn busy={busy} onEnd={end} />
      {dialogs}
    </PlainPage>
  );
}
