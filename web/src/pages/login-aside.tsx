import { OpenOnPhone } from '../flows/open-on-phone/open-on-phone.screen.tsx';
import { QrLogin } from '../flows/qr-login/qr-login.screen.tsx';
import type { Journey } from '../journey/use-journey.tsx';
import { usePageContext } from '../platform/page-context.ts';

/** The code beside the form. */
export function LoginAside({ journey: { attempt, busy, end } }: { journey: Journey }) {
  const { config, params } = usePageContext();
  if (config.methods.scan.length === 0) return <OpenOnPhone />;
  // Who comes back to the form wants a new code, not what DingTalk's page said before.
  const preLoginId = attempt === 0 ? params.preLoginId : undefined;
  return <QrLogin key={attempt} preLoginId={preLoginId} busy={busy} onEnd={end} />;
}
