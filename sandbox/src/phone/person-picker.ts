import { html } from '../pages/html.ts';
import type { PageView } from '../pages/page-view.ts';
import { nameOf } from '../panel/people-section.ts';
import { type ScanApp, people, type Person } from '../people.ts';
import type { PhoneTexts } from './phone-texts.ts';

/** Everyone who has the app, and what comes of it if they scan. */
export const personPicker = (content: string, app: ScanApp, view: PageView, words: PhoneTexts) =>
  html`<section class="tool" aria-labelledby="who">
    <h2 id="who">${words.who(words.apps[app])}</h2>
    <p class="lead">${words.whoMore}</p>
    <form method="post" action="${view.base}/phone/scan">
      <input type="hidden" name="content" value="${content}" />
      <ul class="holders">
        ${people.filter(({ appAccounts }) => appAccounts).map((person) => holder(person, app, view, words))}
      </ul>
    </form>
  </section>`;

function holder(person: Person, app: ScanApp, view: PageView, words: PhoneTexts) {
  const { mark, will } = words.kinds[kindOf(person)];
  const name = nameOf(person, view);
  return html`<li>
    <button class="holder" name="person" value="${person.id}">
      <span class="initial" aria-hidden="true">${name.slice(0, 1)}</span>
      <span class="holder-line"><span class="holder-name">${name}</span> <span class="mark">${mark}</span></span>
      <span class="will">${will[app]}</span>
    </button>
  </li>`;
}

/** What sets them apart, to someone who scans. */
function kindOf({
  linkedApps,
  disabled,
  secondFactor,
  notAgreed,
  hasAccount,
  appAccounts,
}: Person): keyof PhoneTexts['kinds'] {
  if (disabled) return 'disabled';
  if (secondFactor) return 'secondFactor';
  if (notAgreed) return 'notAgreed';
  if (linkedApps) return 'bound';
  if (hasAccount) return 'known';
  return appAccounts?.alipay.country === '86' ? 'stranger' : 'outside';
}
