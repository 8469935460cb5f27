import { BackToSignIn } from '../frame/back-to-sign-in.tsx';
import { PlainPage } from '../frame/plain-page.tsx';
import { useTexts } from '../platform/texts.ts';
import { useVisit } from '../platform/visit.ts';

/** A page whose flow is not built yet: it says so, and who helps meanwhile. */
export function NotYetPage() {
  const say = useTexts();
  const { config, variant } = useVisit();
  return (
    <PlainPage title={say(`page.${variant.page}`)}>
      <p>{say('notYet.text')}</p>
      <p>
        <a href={`mailto:${config.support}`}>{config.support}</a>
      </p>
      <BackToSignIn />
    </PlainPage>
  );
}
