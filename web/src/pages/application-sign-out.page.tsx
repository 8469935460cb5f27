import { ConfirmSignOut } from '../flows/oidc-provider/confirm-sign-out.screen.tsx';
import { PlainPage } from '../layout/plain-page.tsx';

export function Page() {
  return (
    <PlainPage>
      <ConfirmSignOut />
    </PlainPage>
  );
}
