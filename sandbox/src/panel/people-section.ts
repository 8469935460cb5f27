import { type PageView, dateAndTime } from '../pages/document.ts';
import { html } from '../pages/html.ts';
import { localize } from '../pages/language.ts';
import type { Texts } from '../pages/texts.ts';
import { people, type Person } from '../people.ts';
import type { AccountState, ServiceAccess } from '../service-client.ts';
import { copyButton } from './controls.ts';

/** The accounts of the people who have one now, by the person's id. */
export type AccountStates = ReadonlyMap<string, AccountState>;

export async function accountStates(accountState: NonNullable<ServiceAccess['accountState']>): Promise<AccountStates> {
  const states = await Promise.all(
    people.map(async ({ id, mobile, email }) => [id, await accountState(mobile ?? email ?? '')] as const),
  );
  return new Map(states.flatMap(([id, state]) => (state ? [[id, state]] : [])));
}

export const peopleSection = (states: AccountStates, view: PageView) =>
  html`<section class="people" aria-labelledby="people">
    <h2 id="people">${view.texts.people}</h2>
    <ul class="cards">
      ${people.map((person) => card(person, states.get(person.id), view))}
    </ul>
  </section>`;

function card(person: Person, state: AccountState | undefined, view: PageView) {
  const { texts, language } = view;
  const name = localize(person.name, language);
  const kind = kindOf(person);
  const { mark, how } = !person.hasAccount && state ? texts.registered : texts.kinds[kind];
  return html`<li class="card" id="person-${person.id}">
    <div class="who">
      <span class="initial" aria-hidden="true">${name.slice(0, 1)}</span>
      <h3>${name}</h3>
      ${mark && html`<span class="badge ${badges[kind]}">${mark}</span>`}
    </div>
    <p class="about">${localize(person.about, language)}</p>
    <dl>
      ${detail(texts.mobile, person.mobile, view)} ${detail(texts.email, person.email, view)}
      ${undoDetail(person, view)} ${passwordDetail(person, state, view)}
      ${detail(texts.idNumber, person.invitedWithId, view)} ${detail(texts.totp, state?.totp?.code, view)}
      ${person.backupCodes?.map((code) => detail(texts.backupCode, code, view))}
    </dl>
    <p class="how">${how}</p>
    <a class="go" href="${signInUrl(person)}" target="_blank" rel="noopener">
      ${texts.signInAs(name)}<span class="visually-hidden"> ${texts.newTab}</span>
    </a>
  </li>`;
}

/** What the notice about the changed address held. */
const undoDetail = ({ emailChange }: Person, { texts }: PageView) =>
  emailChange &&
  html`<div>
    <dt>${texts.undo}</dt>
    <dd><a href="/undo#${emailChange.undoHandle}" target="_blank" rel="noopener">${texts.undoLink}</a></dd>
  </div>`;

/** The service knows only a hash, so a password that was changed cannot be shown. */
const passwordDetail = ({ password }: Person, state: AccountState | undefined, view: PageView) =>
  state?.passwordResetAt === undefined
    ? detail(view.texts.password, password, view)
    : html`<div>
        <dt>${view.texts.password}</dt>
        <dd>${view.texts.passwordChanged(dateAndTime(state.passwordResetAt, view.language))}</dd>
      </div>`;

const detail = (label: string, value: string | undefined, view: PageView) =>
  value &&
  html`<div>
    <dt>${label}</dt>
    <dd><span>${value}</span>${copyButton(value, `${label} ${value}`, view)}</dd>
  </div>`;

const badges: Record<keyof Texts['kinds'], string> = {
  ordinary: '',
  secondFactor: 'badge-ok',
  authenticator: 'badge-ok',
  backupCodes: 'badge-warn',
  passkey: 'badge-ok',
  noAccount: '',
  noPassword: 'badge-mute',
  invited: '',
  unverified: 'badge-mute',
  disabled: 'badge-bad',
  closing: 'badge-bad',
  contactChanged: 'badge-warn',
  notAgreed: 'badge-warn',
};

/** The most important difference to an ordinary account. */
export function kindOf(person: Person): keyof Texts['kinds'] {
  if (!person.hasAccount) return 'noAccount';
  if (person.disabled) return 'disabled';
  if (person.closing) return 'closing';
  if (person.emailChange) return 'contactChanged';
  if (!person.password) return 'noPassword';
  if (person.invitedWithId) return 'invited';
  if (person.backupCodes) return 'backupCodes';
  if (person.totpSecret) return 'authenticator';
  if (person.secondFactor) return 'secondFactor';
  if (person.passkey) return 'passkey';
  if (person.notAgreed) return 'notAgreed';
  return person.verified ? 'ordinary' : 'unverified';
}

/** Names the tab too: otherwise the sign-in page opens the tab that was used last. Its drawer fills in the password. */
function signInUrl({ id, mobile, email, password }: Person) {
  const params = new URLSearchParams({
    localAccount: mobile ?? email ?? '',
    preLoginWay: password ? 'user' : 'authCode',
  });
  return `/login/web?${params.toString()}#as-${id}`;
}
