import type { PageView } from '../pages/document.ts';
import { html } from '../pages/html.ts';
import { localize } from '../pages/language.ts';
import type { Texts } from '../pages/texts.ts';
import { people, type Person } from '../people.ts';
import { copyButton } from './controls.ts';

export const peopleSection = (view: PageView) =>
  html`<section class="people" aria-labelledby="people">
    <h2 id="people">${view.texts.people}</h2>
    <ul class="cards">
      ${people.map((person) => card(person, view))}
    </ul>
  </section>`;

function card(person: Person, view: PageView) {
  const { texts, language } = view;
  const name = localize(person.name, language);
  const kind = kindOf(person);
  const { mark, how } = texts.kinds[kind];
  return html`<li class="card">
    <div class="who">
      <span class="initial" aria-hidden="true">${name.slice(0, 1)}</span>
      <h3>${name}</h3>
      ${mark && html`<span class="mark mark-${kind}">${mark}</span>`}
    </div>
    <p class="about">${localize(person.about, language)}</p>
    <dl>
      ${detail(texts.mobile, person.mobile, view)} ${detail(texts.email, person.email, view)}
      ${detail(texts.password, person.password, view)} ${detail(texts.idNumber, person.invitedWithId, view)}
    </dl>
    <p class="how">${how}</p>
    <a class="go" href="${signInUrl(person)}" target="_blank" rel="noopener">
      ${texts.signInAs(name)}<span class="visually-hidden"> ${texts.newTab}</span>
    </a>
  </li>`;
}

const detail = (label: string, value: string | undefined, view: PageView) =>
  value &&
  html`<div>
    <dt>${label}</dt>
    <dd><span>${value}</span>${copyButton(value, `${label} ${value}`, view)}</dd>
  </div>`;

/** The most important difference to an ordinary account. */
function kindOf(person: Person): keyof Texts['kinds'] {
  if (!person.hasAccount) return 'noAccount';
  if (person.disabled) return 'disabled';
  if (!person.password) return 'noPassword';
  if (person.invitedWithId) return 'invited';
  if (person.secondFactor) return 'secondFactor';
  if (person.notAgreed) return 'notAgreed';
  return person.verified ? 'ordinary' : 'unverified';
}

/** Names the tab too: otherwise the sign-in page opens the tab that was used last. */
function signInUrl({ mobile, email, password }: Person) {
  const params = new URLSearchParams({
    localAccount: mobile ?? email ?? '',
    preLoginWay: password ? 'user' : 'authCode',
  });
  return `/login/web?${params.toString()}`;
}
