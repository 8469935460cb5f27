import { Suspense, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import { EntryPage } from '../layout/entry-page.tsx';
import { useJourney } from '../journey/use-journey.tsx';
import { AgreementLinks } from '../parts/agreement-links.tsx';
import { cookiesWork } from '../platform/storage/cookies.ts';
import { track } from '../platform/analytics/track.ts';
import { remove, save, load } from '../platform/storage/persisted.ts';
import { requiredLazyPart, lazyPart, loadFailed, lazyWhenIdle } from '../platform/lazy/lazy-part.ts';
import { useTranslate } from '../platform/i18n/texts.ts';
import { usePageContext } from '../platform/page-context.ts';
import { HydrateLater } from '../ui/hydrate-later.tsx';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { useToast } from '../ui/toast.tsx';
import { LoginForm } from './login-form.tsx';

const loadForm = () => import('../flows/sso-domain/sso-form.tsx');
const loadDialog = () => import('../flows/sso-domain/sso-dialog.tsx');
const SsoForm = requiredLazyPart(() => loadForm().then((m) => m.SsoForm));
const SsoDialog = lazyPart(() => loadDialog().then((m) => m.SsoDialog));
const LoginAside = lazyWhenIdle(() => import('./login-aside.tsx').then((m) => m.LoginAside));

/** Which things stand where on `/login/web`. */
export function Page() {
  const t = useTranslate();
  const toast = useToast();
  const { config, language, variant, loadAllTexts } = usePageContext();
  const journey = useJourney();
  const [account] = useState({ typed: '' });
  const onPc = variant.device === 'pc';
  // A scan belongs to the browser that asked, which is known by its cookie.
  const [cookiesOff, setCookiesOff] = useState(false);
  useEffect(() => setCookiesOff(!cookiesWork()), []);
  const [sso, setSso] = useState<'off' | 'given' | 'opened' | 'dialog' | 'left'>(variant.sso ? 'given' : 'off');
  const sayLost = useEffectEvent(() => toast(t('common.network')));
  useLayoutEffect(() => {
    const hear = () => sayLost();
    addEventListener(loadFailed, hear);
    return () => removeEventListener(loadFailed, hear);
  }, []);
  const openSso = () => {
    // Shown once it is here: should it not come, the form stays as it is, and the next press asks anew.
    void Promise.all([loadAllTexts(), onPc ? loadDialog() : loadForm()]).then(
      () => {
        save('sso', true, 'browser');
        setSso(onPc ? 'dialog' : 'opened');
      },
      () => toast(t('common.network')),
    );
  };
  const goOn = useEffectEvent(() => {
    if (config.methods.sso && sso === 'off' && load('sso') && !load('step')) openSso();
  });
  useEffect(() => goOn(), []);
  const askForSso = () => {
    track({ name: 'sso_open' });
    openSso();
  };
  const leaveSso = (to: 'left' | 'off') => {
    remove('sso');
    track({ name: 'sso_back' });
    setSso(to);
  };
  // The app has a way back of its own.
  const closeSso = variant.device === 'app' ? undefined : () => leaveSso('left');
  const beside = (
    // The form does without it, should it not come.
    <ErrorBoundary instead={null}>
      <HydrateLater>
        <LoginAside journey={journey} />
      </HydrateLater>
    </ErrorBoundary>
  );
  const inPlace = sso === 'given' || sso === 'opened';
  return (
    <EntryPage
      title={onPc ? t('login.title', { brand: config.brand[language] }) : t('login.welcome')}
      titleUnseen={onPc}
      aside={onPc && !variant.locked && !cookiesOff && beside}
      // A company's people tick it instead.
      below={!inPlace && <AgreementLinks text={t('login.agree.text')} />}
    >
      <HydrateLater>
        {inPlace ? (
          <SsoForm opened={sso === 'opened'} onBack={closeSso} />
        ) : (
          <LoginForm account={account} journey={journey} fromSso={sso === 'left'} onSso={askForSso} />
        )}
      </HydrateLater>
      {/* Of its own: the form stays where it is while the dialog comes. */}
      <Suspense>{sso === 'dialog' && <SsoDialog onCancel={() => leaveSso('off')} />}</Suspense>
      {journey.dialogs}
    </EntryPage>
  );
}
