import { KeepAccount } from '../flows/close-account/keep-account.screen.tsx';
import { PlainPage } from '../layout/plain-page.tsx';

export function Page() {
  return (
    <PlainPage>
      <KeepAccount />
    </PlainPage>
  );
}
