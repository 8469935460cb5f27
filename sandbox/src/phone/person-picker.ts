import type { PageView } from '../pages/document.ts';
import { html } from '../pages/html.ts';
import { localize } from '../pages/language.ts';
import { appsOfPeople, people, type Person, type ScanApp } from '../people.ts';
import type { ExpectedResult, PhoneTexts } from './phone-texts.ts';

/** Everyone who has the app, and the result to expect when they scan. */
export const personPicker = (text: string, app: ScanApp, view: PageView, texts: PhoneTexts) =>
  html`<section class="tool" aria-labelledby="who">
    <h2 id="who">${texts.who(localize(appsOfPeople[app].name, view.language))}</h2>
    <p class="lead">${texts.whoHint}</p>
    <form method="post" action="${view.base}/phone/scan">
      <input type="hidden" name="content" value="${text}" />
      <ul class="person-list">
        ${people.filter(({ appAccounts }) => appAccounts).map((person) => personButton(person, app, view, texts))}
      </ul>
    </form>
  </section>`;

function personButton(person: Person, app: ScanApp, { language }: PageView, texts: PhoneTexts) {
  const { mark, result }: { mark: string; result: ExpectedResult } = texts.kinds[kindOf(person)];
  const name = localize(person.name, language);
  return html`<li>
    <button class="choice" name="person" value="${person.id}">
      <span class="initial" aria-hidden="true">${name.slice(0, 1)}</span>
      <span class="choice-text">
        <span><span>${name}</span> <span class="badge badge-mute">${mark}</span></span>
        <span>${result[app] ?? result[appsOfPeople[app].number]}</span>
      </span>
    </button>
  </li>`;
}

/** The difference that decides what happens after the scan. */
function kindOf(person: Person): keyof PhoneTexts['kinds'] {
  if (person.disabled) return 'disabled';
  if (person.secondFactor) return 'secondFactor';
  if (person.notAgreed) return 'notAgreed';
  if (person.linkedApps) return 'linked';
  if (person.hasAccount) return 'notLinked';
  return person.appAccounts?.alipay.country === '86' ? 'noAccount' : 'foreignNumber';
}
