import { RetrievePassword } from '../flows/retrieve-password/retrieve-password.screen.tsx';
import { PlainPage } from '../layout/plain-page.tsx';

export function Page() {
  return (
    <PlainPage>
      <RetrievePassword />
    </PlainPage>
  );
}
