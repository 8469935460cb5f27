import { type ReactNode, startTransition, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ScanApp } from '@foyer/contract/pages/page-config';
import { isTab, type Tab, tabKey } from '@foyer/contract/pages/page-params';
import type { RememberedAccount } from '@foyer/contract/pages/remembered-account';
import { days } from '@foyer/contract/time';
import type { Journey } from '../../journey/use-journey.tsx';
import type { ChosenAccount } from '../../parts/chosen-account.ts';
import { writeCookie } from '../../platform/storage/cookies.ts';
import { track } from '../../platform/analytics/track.ts';
import {
  requiredLazyPart,
  lazyPart,
  lazyWhenIdle,
  loadWithRetry,
  reportLoadFailed,
} from '../../platform/lazy/lazy-part.ts';
import { readLocal, writeLocal } from '../../platform/storage/storage.ts';
import type { Failure } from '../../platform/i18n/failure.ts';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { loadWhenIdle } from '../../platform/lazy/when-idle.ts';
import { HydrateLater } from '../../ui/loading/hydrate-later.tsx';
import { ErrorBoundary } from '../../ui/loading/error-boundary.tsx';
import { Tabs } from '../../ui/page/tabs.tsx';
import { usePasskeyAutofill } from '../../flows/passkey/use-passkey-autofill.ts';
import { PasswordLogin } from '../../flows/password-login/password-login.screen.tsx';
import css from './login-form.module.css';

/** The tabs whose code is loaded. */
const loaded = new Set<Tab>(['user']);
const loadCode = () => import('../../flows/code-login/code-login.screen.tsx').then((m) => (loaded.add('authCode'), m));
const CodeLogin = requiredLazyPart(() => loadCode().then((m) => m.CodeLogin));
const AccountChooser = requiredLazyPart(() =>
  import('../../flows/account-chooser/account-chooser.screen.tsx').then((m) => m.AccountChooser),
);
const LoginMethods = lazyPart(() => import('./login-methods.tsx').then((m) => m.LoginMethods));
const InAppMethod = lazyWhenIdle(() =>
  loadWithRetry(() => import('./in-app-method.tsx').then((m) => m.InAppMethod), reportLoadFailed),
);

/** Which account the person signs in to: one that this browser remembers, or one that they type. */
type Choice =
  | { at: 'choosing'; reopened: boolean }
  | { at: 'chosen'; account: ChosenAccount }
  | { at: 'typing'; back: ReactNode };

interface Props {
  /** The typed account, shared by both tabs. */
  account: { typed: string };
  journey: Journey;
  /** A dialog of the page itself is open. */
  paused: boolean;
  /** The form that was closed. */
  from: 'sso' | 'register' | undefined;
  onSso(): void;
  onRegister(): void;
  /** The person has signed in by this app before. */
  onScanWith(app: ScanApp): void;
}

/** The password and code forms as tabs, and the other sign-in methods below. */
export function LoginForm({ account, journey, paused, from, onSso, onRegister, onScanWith }: Props) {
  const { attempt, failure, end } = journey;
  const { variant, config, params, remembered = [] } = usePageContext();
  const { code, scan, wecom } = config.methods;
  const t = useTranslate();
  const [chosenTab, setTab] = useTab();
  const tab = code ? chosenTab : 'user';
  const [accounts, setAccounts] = useState(remembered);
  const [choice, setChoice] = useState<Choice>({ at: 'choosing', reopened: false });
  const choosing = choice.at === 'choosing' && accounts.length > 0;
  const chosen = choice.at === 'chosen' ? choice.account : undefined;
  const [secret] = useState({ typed: '' });
  // A sign-in is in progress: the tab must not change.
  const [busy, setBusy] = useState(false);
  const [needsCode, setNeedsCode] = useState<Failure>();
  const [passkeyChoices, setPasskeyChoices] = useState(0);
  const onBusy = (started: boolean) => {
    setBusy(started);
    // A tab that the URL has chosen is the last used one from now on.
    if (started) saveLastTab(tab);
  };
  // Passkeys are listed in the account field, which a chosen account replaces.
  const hasField = !choosing && !chosen;
  const hint = usePasskeyAutofill({
    paused: paused || busy || journey.hasOpenStep || !hasField,
    onEnd: end,
  });
  // A document that shows the code form preloads it.
  useEffect(() => loadWhenIdle(loadCode), []);

  return (
    <>
      {variant.device === 'h5' && !variant.locked && (wecom || scan.length > 0) && (
        <div className={css.inApp}>
          <ErrorBoundary fallback={null}>
            <HydrateLater>
              <InAppMethod journey={journey} />
            </HydrateLater>
          </ErrorBoundary>
        </div>
      )}
      {choosing ? (
        <HydrateLater>
          <AccountChooser
            accounts={accounts}
            reopened={choice.reopened}
            onForget={({ handle }) => setAccounts(accounts.filter((one) => one.handle !== handle))}
            onChoose={choose}
            onOther={(back) => setChoice({ at: 'typing', back })}
            onReopen={() => setChoice({ at: 'choosing', reopened: true })}
          />
        </HydrateLater>
      ) : (
        <>
          {choice.at === 'typing' && choice.back}
          <Tabs
            label={t('login.tabs')}
            tabs={[
              { name: 'user', label: t('login.tab.password') },
              ...(code ? [{ name: 'authCode', label: t('login.tab.code') } as const] : []),
            ]}
            selected={tab}
            onSelect={setTab}
            locked={busy}
            // Only as rendered by the service: around a tab chosen later, the panel would be empty for a moment.
            later={tab === 'authCode' && variant.tab === 'authCode'}
          >
            {tab === 'user' ? (
              <PasswordLogin
                key={attempt}
                account={account}
                hint={hint}
                secret={secret}
                chosen={chosen}
                onBusy={onBusy}
                onEnd={end}
                onNeedsCode={code ? signInWithCode : undefined}
              />
            ) : (
              <CodeLogin
                key={attempt}
                account={account}
                hint={hint}
                chosen={chosen}
                failure={failure ?? needsCode}
                onBusy={onBusy}
                onEnd={end}
              />
            )}
          </Tabs>
        </>
      )}
      <HydrateLater>
        <LoginMethods
          {...{ tab, from, attempt, choosing, passkeyChoices, busy, onSso, onRegister }}
          onTab={setTab}
          onPasskeyBusy={setBusy}
          onEnd={end}
        />
      </HydrateLater>
    </>
  );

  function choose({ method }: RememberedAccount, one: ChosenAccount) {
    setChoice({ at: 'chosen', account: one });
    // A tab that the URL names stays.
    if (!params.tab && method === 'code' && code) setTab('authCode');
    if (!params.tab && method === 'password') setTab('user');
    if (method === 'passkey') setPasskeyChoices((n) => n + 1);
    const app = scan.find((offered) => offered === method);
    if (app) onScanWith(app);
  }

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
    loadCode().then(switchTab, () => {
      if (pending.current !== chosen) return;
      pending.current = undefined;
      reportLoadFailed();
    });
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
      // A second click may come before the page has rendered the first.
      if (chosen !== (pending.current ?? tab)) track({ name: 'tab_change', tab: chosen });
      show(chosen, () => saveLastTab(chosen));
    },
  ] as const;
}

function saveLastTab(tab: Tab) {
  writeLocal(tabKey, tab);
  writeCookie(tabKey, tab, days(365));
}
