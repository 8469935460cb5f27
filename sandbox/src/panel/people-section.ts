import { people, type Person } from '../people.ts';
import { copyButton } from './controls.ts';
import { html } from '../pages/html.ts';
import type { Messages } from '../pages/texts.ts';
import type { View } from '../pages/page-view.ts';

export const nameOf = (person: Person, { language }: View) => (language === 'zh-CN' ? person.name.zh : person.name.en);

export const peopleSection = (view: View) =>
  html`<section class="people" aria-labelledby="people">
    <h2 id="people">${view.messages.people}</h2>
    <ul class="cards">
      ${people.map((person) => card(person, view))}
    </ul>
  </section>`;

function card(person: Person, view: View) {
  const { messages, language } = view;
  const name = nameOf(person, view);
  const kind = kindOf(person);
  const { mark, how } = messages.kinds[kind];
  return html`<li class="card">
    <div class="who">
      <span class="initial" aria-hidden="true">${name.slice(0, 1)}</span>
      <h3>${name}</h3>
      ${mark && html`<span class="mark mark-${kind}">${mark}</span>`}
    </div>
    <p class="about">${language === 'zh-CN' ? person.about.zh : person.about.en}</p>
    <dl>
      ${detail(messages.mobile, person.mobile, view)} ${detail(messages.email, person.email, view)}
      ${detail(messages.password, person.password, view)} ${detail(messages.idNumber, person.invitedWithId, view)}
    </dl>
    <p class="how">${how}</p>
    <a class="go" href="${signInAddress(person)}" target="_blank" rel="noopener">
      ${messages.signInAs(name)}<span class="unseen"> ${messages.newTab}</span>
    </a>
  </li>`;
}

const detail = (label: string, value: string | undefined, view: View) =>
  value &&
  html`<div>
    <dt>${label}</dt>
    <dd><span>${value}</span>${copyButton(value, `${label} ${value}`, view)}</dd>
  </div>`;

/** What sets them apart first of all. */
function kindOf(person: Person): keyof Messages['kinds'] {
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
