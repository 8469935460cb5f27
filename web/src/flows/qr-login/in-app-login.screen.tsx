import { useEffect, useEffectEvent } from 'react';
import type { ScanApp } from '@foyer/contract/pages/page-config';
import { requestAppPage } from '@foyer/contract/flows/qr-login';
import { track } from '../../platform/analytics/track.ts';
import { fingerprint } from '../../platform/browser/fingerprint.ts';
import { navigateToProvider } from '../../platform/navigation/navigate.ts';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { useMachine } from '../../platform/machine/use-machine.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { redirectParam } from '../../platform/api/redirect-param.ts';
import { Button } from '../../ui/button.tsx';
import { AppGlyph } from '../../ui/icons/app-glyph.tsx';
import { Notice } from '../../ui/dialogs/notice.tsx';
import type { Outcome } from '../outcome.ts';
import { inAppLogin } from './in-app-login.machine.ts';
import { qrFailureText } from './qr-cover.tsx';
import { qrService } from './qr-login.service.ts';

interface Props {
  app: ScanApp;
  /** From the URL, after the return from the app's own page. */
  preLoginId: string | undefined;
  onEnd(outcome: Outcome): void;
}

/** Inside a chat or payment app: a button that signs in with that app. */
export function InAppLogin({ app, preLoginId, onEnd }: Props) {
  const t = useTranslate();
  const page = usePageContext();
  const [state, send] = useMachine(() =>
    inAppLogin({
      request: async (signal) => {
        const request = { app, fingerprint: await fingerprint(), ...redirectParam(page.params) };
        return page.api(requestAppPage, request, { signal });
      },
      poll: (id, signal) => qrService(page).poll({ app, preLoginId: id }, signal),
    }),
  );

  useEffect(() => {
    if (preLoginId) send({ is: 'return', preLoginId });
  }, [preLoginId, send]);

  const onState = useEffectEvent(() => {
    // `undefined` removes the redirect URL that an earlier sign-in in this browser tab may have stored.
    if (state.at === 'redirecting') navigateToProvider(state.url, undefined);
    if (state.at !== 'finished') return;
    onEnd(state.outcome);
    if (state.outcome.is === 'signedIn') track({ name: 'sign_in_result', way: app, result: 'done' });
  });
  useEffect(() => onState(), [state]);

  const failure = state.at === 'ready' ? state.failure : undefined;
  return (
    <>
      <Button disabled={state.at !== 'ready'} onClick={() => send({ is: 'press' })}>
        <AppGlyph app={app} />
        {t(state.at === 'ready' ? 'app.entry' : 'login.submitting', { app: t(`qr.switch.${app}`) })}
      </Button>
      <Notice failure={typeof failure === 'object' ? failure : undefined}>
        {failure &&
          typeof failure !== 'object' &&
          (failure === 'tooLate' ? t('app.tooLate') : qrFailureText(failure, t))}
      </Notice>
    </>
  );
}
