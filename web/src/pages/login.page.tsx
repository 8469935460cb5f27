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

/** The sign-in page, `/login/web`. */
export function Page() {
  const t = useTranslate();
  const toast = useToast();
  const { config, language, variant, loadAllTexts } = usePageContext();
  const journey = useJourney();
  const [account] = useState({ typed: '' });
  const onPc = variant.device === 'pc';
  // A scan is matched to this browser by its cookie: without cookies no QR code is shown.
  const [cookiesOff, setCookiesOff] = useState(false);
  useEffect(() => setCookiesOff(!cookiesWork()), []);
  const [sso, setSso] = useState<'off' | 'fromUrl' | 'opened' | 'dialog' | 'closed'>(variant.sso ? 'fromUrl' : 'off');
  const showLoadFailure = useEffectEvent(() => toast(t('common.network')));
  useLayoutEffect(() => {
    const onLoadFailed = () => showLoadFailure();
    addEventListener(loadFailed, onLoadFailed);
    return () => removeEventListener(loadFailed, onLoadFailed);
  }, []);
  const openSso = () => {
    // Open it only once it is loaded: if that fails, the form stays as it is, and the next click tries again.
    void Promise.all([loadAllTexts(), onPc ? loadDialog() : loadForm()]).then(
      () => {
        // A web view may lose its session storage; in a browser the dialog belongs to its tab.
        save('sso', true, variant.device === 'h5' ? 'browser' : 'tab');
        setSso(onPc ? 'dialog' : 'opened');
      },
      () => toast(t('common.network')),
    );
  };
  const restoreSso = useEffectEvent(() => {
    if (config.methods.sso && sso === 'off' && load('sso') && !load('step')) openSso();
  });
  useEffect(() => restoreSso(), []);
  const onSso = () => {
    track({ name: 'sso_open' });
    openSso();
  };
  const closeSso = () => {
    remove('sso');
    track({ name: 'sso_back' });
    setSso('closed');
  };
  // The app has its own back button.
  const onBack = variant.device === 'app' ? undefined : closeSso;
  const aside = (
    // The form works without it if it does not load.
    <ErrorBoundary fallback={null}>
      <HydrateLater>
        <LoginAside journey={journey} paused={journey.busy || sso === 'dialog'} />
      </HydrateLater>
    </ErrorBoundary>
  );
  const ssoInPlace = sso === 'fromUrl' || sso === 'opened';
  return (
    <EntryPage
      title={onPc ? t('login.title', { brand: config.brand[language] }) : t('login.welcome')}
      titleUnseen={onPc}
      aside={onPc && !variant.locked && !cookiesOff && aside}
      // The company form has a checkbox instead.
      below={!ssoInPlace && <AgreementLinks text={t('login.agree.text')} />}
    >
      <HydrateLater>
        {ssoInPlace ? (
          <SsoForm opened={sso === 'opened'} onBack={onBack} />
        ) : (
          <LoginForm account={account} journey={journey} fromSso={sso === 'closed'} onSso={onSso} />
        )}
      </HydrateLater>
      {/* A separate boundary, so that the form stays visible while the dialog loads. */}
      <Suspense>{sso === 'dialog' && !journey.busy && <SsoDialog onCancel={closeSso} />}</Suspense>
      {journey.dialogs}
    </EntryPage>
  );
}
