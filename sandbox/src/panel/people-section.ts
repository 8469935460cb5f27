import { people, type Person } from '../people.ts';
import { copyButton } from './controls.ts';
import { html } from '../pages/html.ts';
import type { Texts } from '../pages/texts.ts';
import type { PageView } from '../pages/page-view.ts';

export const nameOf = (person: Person, { language }: PageView) =>
  language === 'zh-CN' ? person.name.zh : person.name.en;

export const peopleSection = (view: PageView) =>
  html`<section class="people" aria-labelledby="people">
    <h2 id="people">${view.texts.people}</h2>
    <ul class="cards">
      ${people.map((person) => card(person, view))}
    </ul>
  </section>`;

function card(person: Person, view: PageView) {
  const { texts, language } = view;
  const name = nameOf(person, view);
  const kind = kindOf(person);
  const { mark, how } = texts.kinds[kind];
  return html`<li class="card">
    <div class="who">
      <span class="initial" aria-hidden="true">${name.slice(0, 1)}</span>
      <h3>${name}</h3>
      ${mark && html`<span class="mark mark-${kind}">${mark}</span>`}
    </div>
    <p class="about">${language === 'zh-CN' ? person.about.zh : person.about.en}</p>
    <dl>
      ${detail(texts.mobile, person.mobile, view)} ${detail(texts.email, person.email, view)}
      ${detail(texts.password, person.password, view)} ${detail(texts.idNumber, person.invitedWithId, view)}
    </dl>
    <p class="how">${how}</p>
    <a class="go" href="${signInAddress(person)}" target="_blank" rel="noopener">
      ${texts.signInAs(name)}<span class="unseen"> ${texts.newTab}</span>
    </a>
  </li>`;
}

const detail = (label: string, value: string | undefined, view: PageView) =>
  value &&
  html`<div>
    <dt>${label}</dt>
    <dd><span>${value}</span>${copyButton(value, `${label} ${value}`, view)}</dd>
  </div>`;

/** What sets them apart first of all. */
function kindOf(person: Person): keyof Texts['kinds'] {
  if (!person.hasAccount) return 'stranger';
  if (person.disabled) return 'disabled';
  if (!person.password) return 'noPassword';
  if (person.invitedWithId) return 'invited';
  if (person.secondFactor) return 'secondFactor';
  if (person.notAgreed) return 'notAgreed';
  return person.verified ? 'ordinary' : 'unverified';
}

/** The tab is named too, as the page would else open the one used last. */
function signInAddress({ mobile, email, password }: Person) {
  const params = new URLSearchParams({
    localAccount: mobile ?? email ?? '',
    preLoginWay: password ? 'user' : 'authCode',
  });
  return `/login/web?${params.toString()}`;
}
