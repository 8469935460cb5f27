import type { SandboxTexts } from '@foyer/contract/texts/sandbox-texts';
import type { SandboxPerson } from './sandbox-calls.ts';
import css from './sandbox-drawer.module.css';

interface Props {
  people: readonly SandboxPerson[];
  texts: SandboxTexts;
  localize(text: SandboxPerson['name']): string;
  onPick(person: SandboxPerson): void;
  onFillIn(code: string): void;
  /** With the button that was pressed. */
  onScan(person: SandboxPerson, button: HTMLElement): void;
}

/** Everyone to sign in as. A press fills in their account and password; another one takes their phone. */
export function People({ people, texts, localize, onPick, onFillIn, onScan }: Props) {
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
                  onClick={({ currentTarget }) => onScan(person, currentTarget)}
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
    </section>
  );
}
