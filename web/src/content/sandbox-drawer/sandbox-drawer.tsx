import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { isChinese } from '@foyer/contract/language';
import { type SandboxTexts, loadSandboxTexts } from '@foyer/contract/texts/sandbox-texts';
import { usePageContext } from '../../platform/page-context.ts';
import { useTimeout } from '../../platform/machine/use-timeout.ts';
import { useToast } from '../../ui/dialogs/toast.tsx';
import { Authenticator } from './authenticator.tsx';
import { fillInCode, fillInForm } from './fill-in.ts';
import { Inbox } from './inbox.tsx';
import { People } from './people.tsx';
import { sandboxCalls, type SandboxPerson } from './sandbox-calls.ts';
import css from './sandbox-drawer.module.css';
import { SandboxPhone } from './sandbox-phone.tsx';
import { installSandboxAuthenticator, isSandboxAuthenticatorChosen } from './software-authenticator.ts';

/**
 * The sandbox at the edge of the sign-in page: people to sign in as, their messages, and their phones. It has no people for a
 * person who is signed in.
 */
export function SandboxDrawer({ phone, signedIn }: { phone: string; signedIn: boolean }) {
  const toast = useToast();
  const { language } = usePageContext();
  const base = phone.replace(/\/phone$/, '');
  const [calls] = useState(() => sandboxCalls(base));
  const [texts, setTexts] = useState<SandboxTexts>();
  const [open, setOpen] = useState(false);
  const [people, setPeople] = useState<SandboxPerson[]>([]);
  const [resets, setResets] = useState(0);
  const modal = useModalDialog();
  // The drawer is made anew in a dialog, which the scan may have opened: the phone has done its work.
  const [scanning, setScanning] = useState<{ person: SandboxPerson; button: HTMLElement; in: Element | null }>();
  const taken = open && scanning?.in === modal ? scanning : undefined;
  const tab = useRef<HTMLButtonElement>(null);
  const title = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    // Without its texts the drawer stays as it was.
    void loadSandboxTexts(language).then(setTexts, () => {});
  }, [language]);

  useEffect(() => {
    if (isSandboxAuthenticatorChosen()) installSandboxAuthenticator(base);
  }, [base]);

  const report = () => texts && toast(texts.unavailable);
  const loadPeople = useEffectEvent(() => void calls.people().then(setPeople, report));
  useEffect(() => {
    if (!open) return;
    loadPeople();
    title.current?.focus();
    const button = tab;
    return () => {
      setScanning(undefined);
      button.current?.focus();
    };
  }, [open]);
  useEffect(() => taken && (() => taken.button.focus()), [taken]);

  // An authenticator app shows another code every 30 seconds.
  const left = Math.min(...people.flatMap(({ totp }) => totp?.left ?? []));
  useTimeout(
    open && Number.isFinite(left) ? left : undefined,
    () => void calls.people().then(setPeople, report),
    people,
  );

  // The panel's links name a person to fill in.
  const fillInFromUrl = useEffectEvent(async () => {
    const personId = /^#as-(\w+)$/.exec(location.hash)?.[1];
    if (!personId) return;
    history.replaceState(history.state, '', location.pathname + location.search);
    const person = (await calls.people()).find((one) => one.id === personId);
    if (person) await pick(person);
  });
  useEffect(() => void fillInFromUrl().catch(() => {}), []);

  async function pick({ mobile, email, password, passwordChanged }: SandboxPerson) {
    const account = mobile ?? email ?? '';
    if (!(await fillInForm({ account, password: passwordChanged ? undefined : password })))
      location.assign(`${location.pathname}?${new URLSearchParams({ localAccount: account })}`);
  }

  async function reset() {
    try {
      await calls.reset();
      setPeople(await calls.people());
      setResets(resets + 1);
      toast(texts!.resetDone);
    } catch {
      report();
    }
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !open) return;
    // The dialog around it stays open.
    event.preventDefault();
    if (taken) setScanning(undefined);
    else setOpen(false);
  }

  const localize = ({ zh, en }: SandboxPerson['name']) => (isChinese(language) ? zh : en);

  if (!texts) return null;
  // At the end of the page: it belongs to none of its parts, and its place depends on the window alone.
  return createPortal(
    <aside aria-label={texts.title} onKeyDown={onKeyDown}>
      {open ? (
        <div className={css.drawer}>
          <div className={css.head}>
            <h2 ref={title} tabIndex={-1}>
              <FlaskIcon />
              {texts.title}
            </h2>
            <span className={css.badge}>{texts.notProduction}</span>
            <button
              type="button"
              className={`tool ${css.close}`}
              aria-label={texts.close}
              onClick={() => setOpen(false)}
            >
              <Icon path="m6 6 12 12M18 6 6 18" />
            </button>
          </div>
          <div className={taken ? css.behind : css.contents}>
            {!signedIn && (
              <People
                {...{ people, texts, localize }}
                onPick={(person) => void pick(person)}
                onFillIn={(code) => fillInCode(code) || toast(texts.noCodeField)}
                onScan={(person, button) => setScanning({ person, button, in: modal })}
              />
            )}
            <Authenticator base={base} texts={texts} />
            <Inbox key={resets} {...{ base, texts, calls, onFailure: report }} />
            <div className={css.foot}>
              <a href={base} target="_blank" rel="noopener">
                {texts.panel}
                <span className="visually-hidden">{texts.newTab}</span>
              </a>
              <button type="button" className={css.small} onClick={() => void reset()}>
                <Icon path="M20 12a8 8 0 1 1-2.5-5.8M20 3.5v4.2h-4.2" />
                {texts.reset}
              </button>
            </div>
          </div>
          {taken && (
            <SandboxPhone
              key={taken.person.id}
              owner={taken.person}
              name={localize(taken.person.name)}
              {...{ texts, calls, phone, onClose: () => setScanning(undefined) }}
            />
          )}
        </div>
      ) : (
        <button
          ref={tab}
          type="button"
          className={css.tab}
          aria-label={texts.open}
          aria-expanded={false}
          onClick={() => setOpen(true)}
        >
          <FlaskIcon />
        </button>
      )}
    </aside>,
    modal ?? document.body,
  );
}

/** The modal dialog that is open, if any: nothing outside of it can be used. The help desk's sheet has nothing to fill in. */
function useModalDialog() {
  const [dialog, setDialog] = useState<Element | null>(null);
  useEffect(() => {
    const find = () => setDialog(document.querySelector('dialog[open][aria-modal]'));
    find();
    const observer = new MutationObserver(find);
    observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['open'] });
    return () => observer.disconnect();
  }, []);
  return dialog;
}

const FlaskIcon = () => (
  <Icon path="M9.5 3.5h5M10.5 3.5v6L5 18.5a1.4 1.4 0 0 0 1.2 2h11.6a1.4 1.4 0 0 0 1.2-2l-5.5-9v-6M7.5 15h9" />
);

const Icon = ({ path }: { path: string }) => (
  <svg className={css.icon} viewBox="0 0 24 24" aria-hidden="true">
    <path d={path} />
  </svg>
);
