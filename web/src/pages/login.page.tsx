import { Suspense, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import { EntryPage } from '../layout/entry-page.tsx';
import { useJourney } from '../journey/use-journey.tsx';
import { AgreementLinks } from '../parts/agreement-links.tsx';
import { cookiesWork } from '../platform/storage/cookies.ts';
import { tell } from '../platform/analytics/track.ts';
import { drop, keep, keptHere } from '../platform/storage/persisted.ts';
import { neededPart, part, partLost, quietPart } from '../platform/lazy/lazy-part.ts';
import { useTexts } from '../platform/i18n/texts.ts';
import { useVisit } from '../platform/page-context.ts';
import { Painted } from '../ui/hydrate-later.tsx';
import { Rescue } from '../ui/error-boundary.tsx';
import { useToast } from '../ui/toast.tsx';
import { LoginForm } from './login-form.tsx';

const loadForm = () => import('../flows/sso-domain/sso-form.tsx');
const loadDialog = () => import('../flows/sso-domain/sso-dialog.tsx');
const SsoForm = neededPart(() => loadForm().then((m) => m.SsoForm));
const SsoDialog = part(() => loadDialog().then((m) => m.SsoDialog));
const LoginAside = quietPart(() => import('./login-aside.tsx').then((m) => m.LoginAside));

/** Which things stand where on `/login/web`. */
export function LoginPage() {
  const say = useTexts();
  const toast = useToast();
  const { config, language, variant, moreTexts } = useVisit();
  const journey = useJourney();
  const [account] = useState({ typed: '' });
  const onPc = variant.device === 'pc';
  // A scan belongs to the browser that asked, which is known by its cookie.
  const [cookiesOff, setCookiesOff] = useState(false);
  useEffect(() => setCookiesOff(!cookiesWork()), []);
  const [sso, setSso] = useState<'off' | 'given' | 'opened' | 'dialog' | 'left'>(variant.sso ? 'given' : 'off');
  const sayLost = useEffectEvent(() => toast(say('common.network')));
  useLayoutEffect(() => {
    const hear = () => sayLost();
    addEventListener(partLost, hear);
    return () => removeEventListener(partLost, hear);
  }, []);
  const openSso = () => {
    // Shown once it is here: should it not come, the form stays as it is, and the next press asks anew.
    void Promise.all([moreTexts(), onPc ? loadDialog() : loadForm()]).then(
      () => {
        keep('sso', true, 'browser');
        setSso(onPc ? 'dialog' : 'opened');
      },
      () => toast(say('common.network')),
    );
  };
  const goOn = useEffectEvent(() => {
    if (config.methods.sso && sso === 'off' && keptHere('sso') && !keptHere('step')) openSso();
  });
  useEffect(() => goOn(), []);
  const askForSso = () => {
    tell({ name: 'sso_open' });
    openSso();
  };
  const leaveSso = (to: 'left' | 'off') => {
    drop('sso');
    tell({ name: 'sso_back' });
    setSso(to);
  };
  // The app has a way back of its own.
  const closeSso = variant.device === 'app' ? undefined : () => leaveSso('left');
  const beside = (
    // The form does without it, should it not come.
    <Rescue instead={null}>
      <Painted>
        <LoginAside journey={journey} />
      </Painted>
    </Rescue>
  );
  const inPlace = sso === 'given' || sso === 'opened';
  return (
    <EntryPage
      title={onPc ? say('login.title', { brand: config.brand[language] }) : say('login.welcome')}
      titleUnseen={onPc}
      aside={onPc && !variant.locked && !cookiesOff && beside}
      // A company's people tick it instead.
      below={!inPlace && <AgreementLinks text={say('login.agree.text')} />}
    >
      <Painted>
        {inPlace ? (
          <SsoForm opened={sso === 'opened'} onBack={closeSso} />
        ) : (
          <LoginForm account={account} journey={journey} fromSso={sso === 'left'} onSso={askForSso} />
        )}
      </Painted>
      {/* Of its own: the form stays where it is while the dialog comes. */}
      <Suspense>{sso === 'dialog' && <SsoDialog onCancel={() => leaveSso('off')} />}</Suspense>
      {journey.dialogs}
    </EntryPage>
  );
}
