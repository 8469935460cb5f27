import type { ScanApp } from '@foyer/contract/pages/page-config';
import { LazySandboxDrawer } from '../../content/sandbox-drawer/lazy-drawer.tsx';
import { PhoneEntry } from '../../flows/continue-on-phone/phone-entry.tsx';
import { OpenOnPhone } from '../../flows/open-on-phone/open-on-phone.screen.tsx';
import { QrLogin } from '../../flows/qr-login/qr-login.screen.tsx';
import type { Journey } from '../../journey/use-journey.tsx';
import { usePageContext } from '../../platform/page-context.ts';

interface Props {
  journey: Journey;
  /** The app that the chosen account has signed in with: a new object for each choice of an account. */
  expected: { app: ScanApp } | undefined;
  /** A dialog is open. */
  paused: boolean;
  /** The dialog that continues on a phone was opened or closed. */
  onPhone(opened: boolean): void;
}

/**
 * The QR code beside the form, and the drawer of the sandbox, which can scan it. To a person who is signed in already, only the
 * drawer, which has their codes.
 */
export function LoginAside({ journey: { attempt, end, steppingUp }, expected, paused, onPhone }: Props) {
  const { config, params } = usePageContext();
  const drawer = config.phone && <LazySandboxDrawer phone={config.phone} signedIn={steppingUp} />;
  if (steppingUp) return drawer;
  // After a dialog was cancelled, show a new QR code instead of the earlier result of the app's page.
  const preLoginId = attempt === 0 ? params.preLoginId : undefined;
  return (
    <>
      {config.methods.scan.length === 0 ? (
        <OpenOnPhone />
      ) : (
        <QrLogin key={attempt} preLoginId={preLoginId} expected={expected} paused={paused} onEnd={end} />
      )}
      {config.methods.onPhone && <PhoneEntry onShow={onPhone} onEnd={end} />}
      {drawer}
    </>
  );
}
