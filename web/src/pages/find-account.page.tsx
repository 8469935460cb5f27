import { FindAccount } from '../flows/find-account/find-account.screen.tsx';
import { PlainPage } from '../layout/plain-page.tsx';

export function Page() {
  return (
    <PlainPage>
      <FindAccount />
    </PlainPage>
  );
}
