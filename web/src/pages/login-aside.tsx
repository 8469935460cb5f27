import { Suspense } from 'react';
import type { Journey } from '../journey/use-journey.tsx';
import { quietPart } from '../platform/quiet-part.ts';
import { useVisit } from '../platform/visit.ts';
import { Rescue } from '../ui/rescue.tsx';

const QrLogin = quietPart(() => import('../flows/qr-login/qr-login.screen.tsx').then((m) => m.QrLogin));
const OpenOnPhone = quietPart(() =>
  import('../flows/open-on-phone/open-on-phone.screen.tsx').then((m) => m.OpenOnPhone),
);

/** The code beside the form. The form does without it, should it not come. */
export function LoginAside({ journey: { attempt, busy, end } }: { journey: Journey }) {
  const { config } = useVisit();
  return (
    <Rescue instead={null}>
      <Suspense>
        {config.methods.scan.length ? <QrLogin key={attempt} busy={busy} onEnd={end} /> : <OpenOnPhone />}
      </Suspense>
    </Rescue>
  );
}
