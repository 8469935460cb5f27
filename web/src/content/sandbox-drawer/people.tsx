import { useState } from 'react';
import { answerScan } from '@foyer/contract/flows/scan-confirm';
import type { SandboxTexts } from '@foyer/contract/texts/sandbox-texts';
import { usePageContext } from '../../platform/page-context.ts';
import { shownQrCode } from './fill-in.ts';
import { type PhoneScreen, type SandboxPerson, type sandboxCalls, isAnswered } from './sandbox-calls.ts';
import css from './sandbox-drawer.module.css';

interface Props {
  people: readonly SandboxPerson[];
  texts: SandboxTexts;
  calls: ReturnType<typeof sandboxCalls>;
  /** The URL of the sandbox's phone. */
  phone: string;
  localize(text: SandboxPerson['name']): string;
  onPick(person: SandboxPerson): void;
  onFillIn(code: string): void;
  onFailure(): void;
}

/** What is said about the last scan. */
type Scan = { at: 'none' } | { at: 'asking'; name: string; shown: PhoneScreen } | { at: 'said'; text: string };

/** Everyone to sign in as. A press fills in their account and password; another one scans the QR code as them. */
export function People({ people, texts, calls, phone, localize, onPick, onFillIn, onFailure }: Props) {
  const { api } = usePageContext();
  const [scan, setScan] = useState<Scan>({ at: 'none' });

  async function scanAs(person: SandboxPerson) {
    const code = shownQrCode(phone);
    if (!code) return setScan({ at: 'said', text: texts.noQrCode });
    try {
      const scanned = await calls.scan(code, person.id);
      const shown = scanned.screen.is === 'follow' ? await calls.answer(scanned.scan, true) : scanned;
      show(shown, localize(person.name));
    } catch {
      onFailure();
    }
  }

  async function answer({ scan: id, screen }: PhoneScreen, confirmed: boolean) {
    try {
      if (screen.is !== 'message') return show(await calls.answer(id, confirmed), '');
      // A message in a chat has a link to a page with these buttons; its ticket answers the scan.
      const ticket = new URL(screen.link ?? '', location.href).searchParams.get('ticket') ?? '';
      const { is } = await api(answerScan, { ticket, confirmed });
      const answered = confirmed ? 'confirmed' : 'declined';
      setScan({ at: 'said', text: texts.answers[is === 'done' ? answered : 'invalid'] });
    } catch {
      onFailure();
    }
  }

  function show(shown: PhoneScreen, name: string) {
    const { is, link } = shown.screen;
    if (isAnswered(is)) setScan({ at: 'said', text: texts.answers[is] });
    else if (is === 'message' && !link) setScan({ at: 'said', text: texts.answers.invalid });
    else setScan({ at: 'asking', name, shown });
  }

  return (
    <section aria-label={texts.signInAs} className={css.everyone}>
      <h3 className={css.caption}>{texts.signInAs}</h3>
      <ul className={css.people}>
        {people.map((person) => {
          const name = localize(person.name);
          const mark = localize(person.mark);
          const how = person.passwordChanged ? texts.passwordChanged : localize(person.how);
          return (
            <li key={person.id} className={css.person}>
              <button type="button" className={css.pick} title={how} onClick={() => onPick(person)}>
                <span className={css.initial} aria-hidden="true">
                  {name.slice(0, 1)}
                </span>
                <span className={css.who}>
                  <span className={css.name}>
                    {name} {mark && <span className={css.mark}>{mark}</span>}
                  </span>{' '}
                  <span className={css.how}>{how}</span>
                </span>
              </button>
              {person.totp && (
                <button
                  type="button"
                  className={css.link}
                  aria-label={texts.totpOf(name, person.totp.code)}
                  onClick={() => onFillIn(person.totp!.code)}
                >
                  <span className={css.code}>{person.totp.code}</span>
                </button>
              )}
              {person.appAccounts !== undefined && (
                <button
                  type="button"
                  className="tool"
                  aria-label={texts.scanAs(name)}
                  title={texts.scanAs(name)}
                  onClick={() => void scanAs(person)}
                >
                  <svg className={css.icon} viewBox="0 0 24 24" aria-hidden="true">
                    <rect x="7" y="2.5" width="10" height="19" rx="2.5" />
                    <path d="M11 18.5h2" />
                  </svg>
                </button>
              )}
            </li>
          );
        })}
      </ul>
      <div role="status">
        {scan.at === 'said' && <p className={css.note}>{scan.text}</p>}
        {scan.at === 'asking' && (
          <div className={css.phone}>
            <p>{texts.phoneOf(scan.name)}</p>
            <button type="button" className={css.small} onClick={() => void answer(scan.shown, false)}>
              {texts.decline}
            </button>
            <button type="button" className={css.main} onClick={() => void answer(scan.shown, true)}>
              {texts.confirm}
            </button>
          </div>
        )}
      </div>
    </section>
  );
}
