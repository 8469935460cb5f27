import { useEffect, useEffectEvent } from 'react';
import type { ScanApp } from '@foyer/contract/pages/page-config';
import { requestAppPage } from '@foyer/contract/flows/qr-login';
import { track } from '../../platform/analytics/track.ts';
import { fingerprint } from '../../platform/browser/fingerprint.ts';
import { navigateToProvider } from '../../platform/navigation/navigate.ts';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { useMachine } from '../../platform/machine/use-machine.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { Outcome } from '../outcome.ts';
import { appSignIn } from './app-sign-in.machine.ts';
import { sayWhy } from './qr-cover.tsx';
import { qrService } from './qr-login.service.ts';

interface Props {
  app: ScanApp;
  /** What the browser was given when it came back from the app's own page. */
  preLoginId: string | undefined;
  onEnd(outcome: Outcome): void;
}

/** Inside a chat or payment app: the app's own sign-in, as a button. */
export function AppSignIn({ app, preLoginId, onEnd }: Props) {
  const t = useTranslate();
  const visit = usePageContext();
  const redirectUrl = visit.params.redirects[0];
  const [state, send] = useMachine(() =>
    appSignIn({
      request: async (signal) => {
        const ask = { app, fingerprint: await fingerprint(), ...(redirectUrl && { redirectUrl }) };
        return visit.api(requestAppPage, ask, { signal });
      },
      ask: (id, signal) => qrService(visit).ask({ app, preLoginId: id }, signal),
    }),
  );

  useEffect(() => {
    if (preLoginId) send({ is: 'cameBack', preLoginId });
  }, [preLoginId, send]);

  const react = useEffectEvent(() => {
    if (state.at === 'going') navigateToProvider(state.url, undefined);
    if (state.at === 'ended') onEnd(state.outcome);
    if (state.at === 'ended' && state.outcome.is === 'signedIn')
      track({ name: 'sign_in_result', way: app, result: 'done' });
  });
  useEffect(() => react(), [state]);

  const why = state.at === 'offered' ? state.why : undefined;
  return (
    <>
      <Button disabled={state.at !== 'offered'} onClick={() => send({ is: 'press' })}>
        {t(state.at === 'offered' ? 'app.entry' : 'login.submitting', { app: t(`qr.switch.${app}`) })}
      </Button>
      <Notice>{why && (why === 'tooLate' ? t('app.tooLate') : sayWhy(why, t))}</Notice>
    </>
  );
}
