import { startTransition, useEffect, useEffectEvent, useRef, useState } from 'react';
import { isTab, type Tab, tabKey } from '@foyer/contract/pages/page-params';
import { days } from '@foyer/contract/time';
import type { Journey } from '../journey/use-journey.tsx';
import { writeCookie } from '../platform/storage/cookies.ts';
import { track } from '../platform/analytics/track.ts';
import { requiredLazyPart, lazyWhenIdle, reportLoadFailed } from '../platform/lazy/lazy-part.ts';
import { recall, remember } from '../platform/storage/storage.ts';
import { useTranslate } from '../platform/i18n/texts.ts';
import { usePageContext } from '../platform/page-context.ts';
import { loadWhenIdle } from '../platform/lazy/when-idle.ts';
import { HydrateLater } from '../ui/hydrate-later.tsx';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { Tabs } from '../ui/tabs.tsx';
import css from './login-form.module.css';
import { LoginMethods } from './login-methods.tsx';

/** Tabs that have come. */
const here = new Set<Tab>();
const loadPassword = () =>
  import('../flows/password-login/password-login.screen.tsx').then((m) => (here.add('user'), m));
const loadCode = () => import('../flows/code-login/code-login.screen.tsx').then((m) => (here.add('authCode'), m));
const PasswordLogin = requiredLazyPart(() => loadPassword().then((m) => m.PasswordLogin));
const CodeLogin = requiredLazyPart(() => loadCode().then((m) => m.CodeLogin));

const OwnApp = lazyWhenIdle(() => import('./in-app-login.tsx').then((m) => m.InAppLogin));

interface Props {
  account: { typed: string };
  journey: Journey;
  /** Someone has just come back from the question for their company. */
  fromSso: boolean;
  onSso(): void;
}

/** The two ways to type oneself in, and the others that there are. */
export function LoginForm({ account, journey, fromSso, onSso }: Props) {
  const { attempt, failure, end } = journey;
  const { variant, config } = usePageContext();
  const { scan, wecom } = config.methods;
  const t = useTranslate();
  const [tab, setTab] = useTab();
  // Whoever is being let in stays for the answer.
  const [busy, setBusy] = useState(false);
  // The document brings the tab it shows; the other is fetched before anyone asks for it.
  useEffect(() => loadWhenIdle(() => Promise.all([loadPassword(), loadCode()])), []);

  return (
    <>
      <Tabs
        label={t('login.tabs')}
        tabs={[
          { name: 'user', label: t('login.tab.password') },
          { name: 'authCode', label: t('login.tab.code') },
        ]}
        selected={tab}
        onSelect={setTab}
        held={busy}
      >
        {tab === 'user' ? (
          <PasswordLogin key={attempt} account={account} onBusy={setBusy} onEnd={end} />
        ) : (
          <CodeLogin key={attempt} account={account} failure={failure} onBusy={setBusy} onEnd={end} />
        )}
      </Tabs>
      {variant.device === 'h5' && !variant.locked && (wecom || scan.length > 0) && (
        <div className={css.ownApp}>
          <ErrorBoundary instead={null}>
            <HydrateLater>
              <OwnApp journey={journey} />
            </HydrateLater>
          </ErrorBoundary>
        </div>
      )}
      <LoginMethods {...{ tab, fromSso, busy, onSso }} onTab={setTab} />
    </>
  );
}

/** The address chooses the tab, then what was used last. A cookie tells the service, so that the first paint is right. */
function useTab() {
  const { variant, params } = usePageContext();
  const [tab, setShown] = useState<Tab>(variant.tab);
  const wanted = useRef<Tab>(undefined);

  /** The one that stands there stays until the other has come, or for good once someone goes on with it. */
  function show(chosen: Tab, onShown = () => {}) {
    wanted.current = chosen;
    const turn = () => {
      if (wanted.current !== chosen) return;
      startTransition(() => setShown(chosen));
      onShown();
    };
    // What is here already is waited for by nobody: what is typed next is typed there.
    if (here.has(chosen)) return turn();
    (chosen === 'user' ? loadPassword() : loadCode()).then(turn, () => wanted.current === chosen && reportLoadFailed());
  }
  useEffect(() => {
    // What the page itself fills in is nobody's going on.
    const goOn = ({ isTrusted, target }: Event) => {
      if (isTrusted && !(target instanceof HTMLSelectElement)) wanted.current = undefined;
    };
    for (const sign of ['input', 'submit']) addEventListener(sign, goOn);
    return () => {
      for (const sign of ['input', 'submit']) removeEventListener(sign, goOn);
    };
  }, []);

  const showLast = useEffectEvent((last: Tab) => last === tab || show(last));
  useEffect(() => {
    const last = recall(tabKey);
    if (!params.tab && isTab(last)) showLast(last);
  }, [params.tab]);

  return [
    tab,
    (chosen: Tab) => {
      show(chosen, () => {
        remember(tabKey, chosen);
        writeCookie(tabKey, chosen, days(365));
      });
      track({ name: 'tab_change', tab: chosen });
    },
  ] as const;
}
