import { Suspense, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import type { ScanApp } from '@foyer/contract/pages/page-config';
import { EntryPage } from '../layout/entry-page.tsx';
import { useJourney } from '../journey/use-journey.tsx';
import { AgreementLinks } from '../parts/agreement-links.tsx';
import { track } from '../platform/analytics/track.ts';
import { remove, save, load } from '../platform/storage/persisted.ts';
import { requiredLazyPart, lazyPart, loadFailed, lazyWhenIdle } from '../platform/lazy/lazy-part.ts';
import { useTranslate } from '../platform/i18n/texts.ts';
import { usePageContext } from '../platform/page-context.ts';
import { LoadWhenIdle } from '../ui/loading/load-when-idle.tsx';
import { HydrateLater } from '../ui/loading/hydrate-later.tsx';
import { ErrorBoundary } from '../ui/loading/error-boundary.tsx';
import { useToast } from '../ui/dialogs/toast.tsx';
import { LoginForm } from './login/login-form.tsx';
import { useCookies } from './cookies/use-cookies.ts';

const loadForm = () => import('../flows/sso-domain/sso-form.tsx');
const loadDialog = () => import('../flows/sso-domain/sso-dialog.tsx');
const SsoForm = requiredLazyPart(() => loadForm().then((m) => m.SsoForm));
const SsoDialog = lazyPart(() => loadDialog().then((m) => m.SsoDialog));
const loadRegister = () => import('./register/register-form.tsx');
const RegisterForm = requiredLazyPart(() => loadRegister().then((m) => m.RegisterForm));
const loadCookiesOff = () => import('./cookies/cookies-off.tsx');
const CookiesOff = lazyPart(() => loadCookiesOff().then((m) => m.CookiesOff));
const NoScan = lazyPart(() => loadCookiesOff().then((m) => m.NoScan));
const SharedComputer = lazyPart(() =>
  import('../parts/shared-computer/shared-computer.tsx').then((m) => m.SharedComputer),
);
const LoginAside = lazyWhenIdle(() => import('./login/login-aside.tsx').then((m) => m.LoginAside));

/** The form in the form area, and how it got there: `from` is the form that was closed, `opened` a form that replaced another. */
interface Shown {
  form: 'login' | 'sso' | 'register';
  dialog?: 'sso' | 'phone';
  from?: 'sso' | 'register';
  opened?: boolean;
}

/** The sign-in page, `/login/web`. */
export function Page() {
  const t = useTranslate();
  const toast = useToast();
  const { config, language, variant, loadAllTexts } = usePageContext();
  const journey = useJourney();
  const [account] = useState({ typed: '' });
  const onPc = variant.device === 'pc';
  const cookies = useCookies();
  const [expected, setExpected] = useState<{ app: ScanApp; attempt: number }>();
  const [shown, setShown] = useState<Shown>({ form: variant.sso ? 'sso' : 'login' });
  const ssoForm = shown.form === 'sso';
  const showLoadFailure = useEffectEvent(() => toast(t('common.network')));
  useLayoutEffect(() => {
    const onLoadFailed = () => showLoadFailure();
    addEventListener(loadFailed, onLoadFailed);
    return () => removeEventListener(loadFailed, onLoadFailed);
  }, []);
  // Open it only once it is loaded: if that fails, the form stays as it is, and the next click tries again.
  const open = (loadPart: () => Promise<unknown>, onLoaded: () => void) =>
    void Promise.all([loadAllTexts(), loadPart()]).then(onLoaded, () => toast(t('common.network')));
  const openSso = () =>
    open(onPc ? loadDialog : loadForm, () => {
      // A web view may lose its session storage; in a browser the dialog belongs to its tab.
      save('sso', true, variant.device === 'h5' ? 'browser' : 'browserTab');
      setShown(onPc ? { form: 'login', dialog: 'sso' } : { form: 'sso', opened: true });
    });
  const showRegister = () => {
    save('register', true);
    setShown({ form: 'register' });
  };
  const closeRegister = () => {
    remove('register');
    setShown((now) => (now.form === 'register' ? { form: 'login', from: 'register' } : now));
  };
  const openRegister = () =>
    open(loadRegister, () => void loadRegister().then((m) => m.openInPlace(showRegister, closeRegister)));
  const restore = useEffectEvent(() => {
    if (shown.form !== 'login') return;
    if (load('register') && onPc) openRegister();
    else if (config.methods.sso && load('sso') && !load('step')) openSso();
  });
  useEffect(() => restore(), []);
  const onSso = () => {
    track({ name: 'sso_open' });
    openSso();
  };
  const closeSso = () => {
    remove('sso');
    track({ name: 'sso_back' });
    setShown({ form: 'login', from: 'sso' });
  };
  // The app has its own back button.
  const onBack = variant.device === 'app' ? undefined : closeSso;
  const aside = (
    // The form works without it if it does not load.
    <ErrorBoundary fallback={null}>
      <HydrateLater>
        <LoginAside
          journey={journey}
          // After a cancelled dialog the QR code starts again, with the app that the person selected last.
          expected={expected?.attempt === journey.attempt ? expected : undefined}
          paused={journey.hasOpenStep || !!shown.dialog}
          onPhone={(opened) => setShown({ form: 'login', ...(opened && { dialog: 'phone' }) })}
        />
      </HydrateLater>
    </ErrorBoundary>
  );
  const noScan = <Suspense>{cookies.explained && <NoScan />}</Suspense>;
  return (
    <EntryPage
      title={onPc ? t('login.title', { brand: config.brand[language] }) : t(ssoForm ? 'sso.title' : 'login.welcome')}
      titleUnseen={onPc || journey.steppingUp}
      alone={journey.steppingUp}
      aside={onPc && !variant.locked && !journey.steppingUp && (cookies.at === 'on' ? aside : noScan)}
      // The other forms have a checkbox instead.
      below={
        shown.form === 'login' &&
        !journey.steppingUp && (
          <>
            <AgreementLinks text={t('login.agree.text')} />
            {onPc && (
              <LoadWhenIdle>
                <SharedComputer />
              </LoadWhenIdle>
            )}
          </>
        )
      }
    >
      {cookies.explained && !ssoForm && (
        <Suspense>
          <CookiesOff inPlace={cookies.at === 'needed'} onCookiesWork={cookies.onWork} />
        </Suspense>
      )}
      <div hidden={cookies.at === 'needed' || journey.steppingUp}>
        {shown.form === 'login' ? (
          <LoginForm
            account={account}
            journey={journey}
            paused={!!shown.dialog}
            from={shown.from}
            onSso={onSso}
            onRegister={openRegister}
            onScanWith={(app) => setExpected({ app, attempt: journey.attempt })}
          />
        ) : (
          <HydrateLater>
            {ssoForm ? (
              <SsoForm opened={shown.opened ?? false} onBack={onBack} />
            ) : (
              <RegisterForm account={account} journey={journey} onSignIn={closeRegister} />
            )}
          </HydrateLater>
        )}
      </div>
      {/* A separate boundary, so that the form stays visible while the dialog loads. */}
      <Suspense>{shown.dialog === 'sso' && !journey.hasOpenStep && <SsoDialog onCancel={closeSso} />}</Suspense>
      {journey.dialogs}
      {onPc && journey.steppingUp && aside}
    </EntryPage>
  );
}
