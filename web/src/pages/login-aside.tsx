import { OpenOnPhone } from '../flows/open-on-phone/open-on-phone.screen.tsx';
import { QrLogin } from '../flows/qr-login/qr-login.screen.tsx';
import type { Journey } from '../journey/use-journey.tsx';
import { usePageContext } from '../platform/page-context.ts';

interface Props {
  journey: Journey;
  /** A dialog is open. */
  paused: boolean;
}

/** The QR code beside the form. */
export function LoginAside({ journey: { attempt, end }, paused }: Props) {
  const { config, params } = usePageContext();
  if (config.methods.scan.length === 0) return <OpenOnPhone />;
  // After a dialog was cancelled, show a new code instead of the earlier result from DingTalk.
  const preLoginId = attempt === 0 ? params.preLoginId : undefined;
  return <QrLogin key={attempt} preLoginId={preLoginId} paused={paused} onEnd={end} />;
}
