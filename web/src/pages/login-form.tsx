import { startTransition, useEffect, useEffectEvent, useRef, useState } from 'react';
import { isTab, type Tab, tabKey } from '@foyer/contract/pages/page-params';
import { days } from '@foyer/contract/time';
import type { Journey } from '../journey/use-journey.tsx';
import { writeCookie } from '../platform/storage/cookies.ts';
import { track } from '../platform/analytics/track.ts';
import { requiredLazyPart, lazyPart, lazyWhenIdle, reportLoadFailed } from '../platform/lazy/lazy-part.ts';
import { readLocal, writeLocal } from '../platform/storage/storage.ts';
import type { Failure } from '../platform/i18n/failure.ts';
import { useTranslate } from '../platform/i18n/texts.ts';
import { usePageContext } from '../platform/page-context.ts';
import { loadWhenIdle } from '../platform/lazy/when-idle.ts';
import { HydrateLater } from '../ui/hydrate-later.tsx';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { PasswordLogin } from '../flows/password-login/password-login.screen.tsx';
import css from './login-form.module.css';

/** The tabs whose code is loaded. */
const loaded = new Set<Tab>(['user']);
const loadCode = () => import('../flows/code-login/code-login.screen.tsx').then((m) => (loaded.add('authCode'), m));
const CodeLogin = requiredLazyPart(() => loadCode().then((m) => m.CodeLogin));
const LoginMethods = lazyPart(() => import('./login-methods.tsx').then((m) => m.LoginMethods));
const InAppMethod = lazyWhenIdle(() => import('./in-app-method.tsx').then((m) => m.InAppMethod));

interface Props {
  /** The typed account, shared by both tabs. */
  account: { typed: string };
  journey: Journey;
  /** The form that was closed. */
  from: 'sso' | 'register' | undefined;
  onSso(): void;
  onRegister(): void;
}

/** The password and code forms as tabs, and the other sign-in methods below. */
export function LoginForm({ account, journey, from, onSso, onRegister }: Props) {
  const { attempt, failure, end } = journey;
  const { variant, config } = usePageContext();
  const { code, scan, wecom } = config.methods;
  const t = useTranslate();
  const [chosenTab, setTab] = useTab();
  const tab = code ? chosenTab : 'user';
  const [secret] = useState({ typed: '' });
  // A sign-in is in progress: the tab must not change.
  const [busy, setBusy] = useState(false);
  const [needsCode, setNeedsCode] = useState<Failure>();
  const onBusy = (started: boolean) => {
    setBusy(started);
    // A tab that the URL has chosen is the last used one from now on.
    if (started) saveLastTab(tab);
  };
  // A document that shows the code form preloads it.
  useEffect(() => loadWhenIdle(loadCode), []);

  return (
    <>
      <Tabs
        label={t('login.tabs')}
        tabs={[
          { name: 'user', label: t('login.tab.password') },
          ...(code ? [{ name: 'authCode', label: t('login.tab.code') } as const] : []),
        ]}
        selected={tab}
        onSelect={setTab}
        locked={busy}
        later={tab === 'authCode'}
      >
        {tab === 'user' ? (
          <PasswordLogin
            key={attempt}
            account={account}
            secret={secret}
            onBusy={onBusy}
            onEnd={end}
            onNeedsCode={code ? signInWithCode : undefined}
          />
        ) : (
          <CodeLogin key={attempt} account={account} failure={failure ?? needsCode} onBusy={onBusy} onEnd={end} />
        )}
      </Tabs>
      {variant.device === 'h5' && !variant.locked && (wecom || scan.length > 0) && (
        <div className={css.inApp}>
          <ErrorBoundary fallback={null}>
            <HydrateLater>
              <InAppMethod journey={journey} />
            </HydrateLater>
          </ErrorBoundary>
        </div>
      )}
      <HydrateLater>
        <LoginMethods {...{ tab, from, busy, onSso, onRegister }} onTab={setTab} />
      </HydrateLater>
    </>
  );

  function signInWithCode(reason: Failure) {
    setBusy(false);
    setNeedsCode(reason);
    setTab('authCode');
  }
}

/** The URL chooses the tab, else the last used one. A cookie tells the service, so that the document is rendered with it. */
function useTab() {
  const { variant, params } = usePageContext();
  const [tab, setTab] = useState<Tab>(variant.tab);
  const pending = useRef<Tab>(undefined);

  /** The current tab stays until the chosen one is loaded, or for good when the person continues in the current one. */
  function show(chosen: Tab, onShown = () => {}) {
    pending.current = chosen;
    const switchTab = () => {
      if (pending.current !== chosen) return;
      startTransition(() => setTab(chosen));
      onShown();
    };
    // Switch synchronously if possible: the next keys must reach the chosen tab.
    if (loaded.has(chosen)) return switchTab();
    loadCode().then(switchTab, () => pending.current === chosen && reportLoadFailed());
  }
  useEffect(() => {
    // Events dispatched by the page itself are not trusted: only the person's own input cancels the switch.
    const cancelSwitch = ({ isTrusted, target }: Event) => {
      if (isTrusted && !(target instanceof HTMLSelectElement)) pending.current = undefined;
    };
    for (const type of ['input', 'submit']) addEventListener(type, cancelSwitch);
    return () => {
      for (const type of ['input', 'submit']) removeEventListener(type, cancelSwitch);
    };
  }, []);

  const showLastUsed = useEffectEvent((last: Tab) => last === tab || show(last));
  useEffect(() => {
    const last = readLocal(tabKey);
    if (!params.tab && isTab(last)) showLastUsed(last);
  }, [params.tab]);

  return [
    tab,
    (chosen: Tab) => {
      show(chosen, () => saveLastTab(chosen));
      if (chosen !== tab) track({ name: 'tab_change', tab: chosen });
    },
  ] as const;
}

function saveLastTab(tab: Tab) {
  writeLocal(tabKey, tab);
  writeCookie(tabKey, tab, days(365));
}
