import { minutes } from '../clock/clock.ts';
import { type PageView, timeOfDay, timeZone } from '../pages/document.ts';
import { html } from '../pages/html.ts';
import { localize } from '../pages/language.ts';
import { type Person, type ScanApp, appsOfPeople } from '../people.ts';
import { linkedText } from './linked-text.ts';
import type { PhoneTexts } from './phone-texts.ts';
import type { ScreenContent, SignInOffer } from './scanner.ts';

interface ScanView {
  id: string;
  text: string;
  person: Person;
  screen: ScreenContent;
}

/** The phone after a scan. */
export function handset({ id, text, person, screen }: ScanView, view: PageView, texts: PhoneTexts) {
  const scanAgain = `${view.base}/phone?code=${encodeURIComponent(text)}`;
  return html`<section class="handset" aria-labelledby="screen">
      <p class="owner">${texts.owner(localize(person.name, view.language), nameOf(screen.app, view))}</p>
      <div class="screen screen-${screen.app}">
        <h2 id="screen">${headingOf(screen, view, texts)}</h2>
        ${body(screen, view, texts)} ${buttons(id, screen, view, texts)}
      </div>
    </section>
    <p class="again"><a href="${scanAgain}">${texts.again}</a></p>`;
}

export function headingOf(screen: ScreenContent, view: PageView, texts: PhoneTexts): string {
  return screen.is === 'consent' ? texts.consent(screen.site, nameOf(screen.app, view)) : texts[screen.is];
}

const nameOf = (app: ScanApp, { language }: PageView) => localize(appsOfPeople[app].name, language);

function body(screen: ScreenContent, view: PageView, texts: PhoneTexts) {
  switch (screen.is) {
    case 'message':
      return html`<p class="bubble">${linkedText(screen.text)}</p>
        ${screen.link && html`<p class="hint">${texts.messageHint}</p>`}`;
    case 'offer':
      return offer(screen.offer, screen.wantsNumber, view, texts);
    case 'follow':
    case 'consent':
    case 'confirmed':
    case 'declined':
    case 'invalid':
    case 'noResponse':
      return html`<p class="hint">${texts[`${screen.is}Hint`]}</p>`;
  }
}

function offer(
  { site, device, address, at, elsewhere, document }: SignInOffer,
  wantsNumber: boolean,
  { language }: PageView,
  texts: PhoneTexts,
) {
  const day = new Date(at).toLocaleDateString(language, { timeZone, dateStyle: 'medium' });
  const lines = [
    [texts.site, site],
    [texts.device, device || texts.unknownDevice],
    [texts.address, address],
    [texts.at, `${day} ${timeOfDay(at, language)}`],
  ];
  return html`${document && html`<p><strong>${texts.document(document.title, document.sender)}</strong></p>`}
    ${elsewhere && html`<p class="warning">${texts.elsewhere}</p>`}
    <dl>
      ${lines.map(
        ([name, value]) =>
          html`<div>
            <dt>${name}</dt>
            <dd>${value}</dd>
          </div>`,
      )}
    </dl>
    <p class="hint">${texts.offerHint}</p>
    ${wantsNumber && html`<p class="hint">${texts.wantsNumber}</p>`}`;
}

/** A message in a chat has no buttons to answer with: its link leads to the page that has them. */
function buttons(scanId: string, screen: ScreenContent, { base }: PageView, texts: PhoneTexts) {
  const isQuestion = screen.is === 'follow' || screen.is === 'offer' || screen.is === 'consent';
  if (!isQuestion && screen.is !== 'message') return undefined;
  const hidden = html`<input type="hidden" name="scan" value="${scanId}" />`;
  return html`${
      isQuestion &&
      html`<form class="answers" method="post" action="${base}/phone/answer">
        ${hidden}
        <button class="primary" name="confirm" value="true">${texts[`${screen.is}Yes`]}</button>
        <button class="plain" name="confirm" value="false">${texts[`${screen.is}No`]}</button>
      </form>`
    }
    <form class="answers" method="post" action="${base}/phone/clock">
      ${hidden}
      <button class="plain" name="move" value="${minutes(5)}">${texts.expire}</button>
    </form>`;
}
