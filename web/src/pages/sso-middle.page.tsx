import { useEffect, useEffectEvent } from 'react';
import { SsoReturn } from '../flows/sso-return/sso-return.screen.tsx';
import { WorkChat } from '../flows/work-chat/work-chat.screen.tsx';
import { PlainPage } from '../layout/plain-page.tsx';
import { useJourney } from '../journey/use-journey.tsx';
import { navigate, signInAgainUrl } from '../platform/navigation/navigate.ts';
import { useTranslate } from '../platform/i18n/texts.ts';
import { usePageContext } from '../platform/page-context.ts';

/** The return from a company's sign-in page. Its card says how the check went, or is the form that links an account. */
export function Page() {
  const t = useTranslate();
  const page = usePageContext();
  const { attempt, hasOpenStep, inPage, dialogs, end } = useJourney();
  // There is no form to come back to: open the sign-in page.
  const startOver = useEffectEvent(() => navigate(signInAgainUrl(page), 'ssoMiddle'));
  useEffect(() => {
    if (attempt > 0) startOver();
  }, [attempt]);
  return (
    <PlainPage>
      <div hidden={inPage}>
        <SsoReturn busy={hasOpenStep} wecomAgain={<WorkChat kind="main" text={t('wecom.again')} />} onEnd={end} />
      </div>
      {dialogs}
    </PlainPage>
  );
}
