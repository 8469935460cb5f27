import { useEffect, useState } from 'react';
import { chatAppOf } from '@foyer/contract/rules/device-rules';
import { InAppLogin } from '../../flows/qr-login/in-app-login.screen.tsx';
import { WorkChat } from '../../flows/work-chat/work-chat.screen.tsx';
import type { Journey } from '../../journey/use-journey.tsx';
import { cookiesWork } from '../../platform/storage/cookies.ts';
import { usePageContext } from '../../platform/page-context.ts';

/** Inside an app's web view only that app is offered: a phone cannot scan its own screen. */
export function InAppMethod({ journey: { attempt, end } }: { journey: Journey }) {
  const { config, params, loadAllTexts } = usePageContext();
  const [ready, setReady] = useState(false);
  useEffect(() => {
    // The return from the app's page is matched to this browser by its cookie.
    if (cookiesWork())
      void loadAllTexts().then(
        () => setReady(true),
        () => {},
      );
  }, [loadAllTexts]);
  const app = ready ? chatAppOf(navigator.userAgent) : undefined;
  if (app === undefined) return null;
  if (app === 'wecom') return config.methods.wecom && <WorkChat />;
  const preLoginId = attempt === 0 ? params.preLoginId : undefined;
  return (
    config.methods.scan.includes(app) && <InAppLogin key={attempt} app={app} preLoginId={preLoginId} onEnd={end} />
  );
}
