import { UndoChange } from '../flows/contact-change/undo-change.screen.tsx';
import { PlainPage } from '../layout/plain-page.tsx';

export function Page() {
  return (
    <PlainPage>
      <UndoChange />
    </PlainPage>
  );
}
