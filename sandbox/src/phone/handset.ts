import { html } from '../pages/html.ts';
import { timeOfDay, type PageView, zone } from '../pages/page-view.ts';
import { nameOf } from '../panel/people-section.ts';
import type { Person } from '../people.ts';
import { linkedText } from './linked-text.ts';
import type { PhoneTexts } from './phone-texts.ts';
import type { Offer, ScreenContent } from './scanner.ts';

interface ScanView {
  scan: string;
  content: string;
  person: Person;
  shows: ScreenContent;
}

/** The phone in somebody's hand. */
export function handset({ scan, content, person, shows }: ScanView, view: PageView, words: PhoneTexts) {
  const again = `${view.base}/phone?code=${encodeURIComponent(content)}`;
  return html`<section class="handset" aria-labelledby="shows">
      <p class="holding">${words.held(nameOf(person, view), words.apps[shows.app])}</p>
      <div class="glass glass-${shows.app}">
        <h2 id="shows">${headingOf(shows, words)}</h2>
        ${inside(shows, view, words)} ${buttons(scan, shows, view, words)}
      </div>
    </section>
    <p class="again"><a href="${again}">${words.again}</a></p>`;
}

export function headingOf(shows: ScreenContent, words: PhoneTexts): string {
  return shows.is === 'consent' ? words.consent(shows.site) : words[shows.is];
}

function inside(shows: ScreenContent, view: PageView, words: PhoneTexts) {
  switch (shows.is) {
    case 'message':
      return html`<p class="bubble">${linkedText(shows.text)}</p>
        ${shows.link && html`<p class="hint">${words.messageMore}</p>`}`;
    case 'offer':
      return offer(shows.offer, shows.wantsNumber, view, words);
    case 'follow':
    case 'consent':
    case 'confirmed':
    case 'declined':
    case 'invalid':
    case 'noAnswer':
      return html`<p class="hint">${words[`${shows.is}More`]}</p>`;
  }
}

function offer(
  { site, device, address, at, elsewhere }: Offer,
  wantsNumber: boolean,
  view: PageView,
  words: PhoneTexts,
) {
  const day = new Date(at).toLocaleDateString(view.language, { timeZone: zone, dateStyle: 'medium' });
  const lines = [
    [words.site, site],
    [words.device, device || words.unknownDevice],
    [words.address, address],
    [words.at, `${day} ${timeOfDay(at, view.language)}`],
  ];
  return html`${elsewhere && html`<p class="warning">${words.elsewhere}</p>`}
    <dl>
      ${lines.map(
        ([name, value]) =>
          html`<div>
            <dt>${name}</dt>
            <dd>${value}</dd>
          </div>`,
      )}
    </dl>
    <p class="hint">${words.offerMore}</p>
    ${wantsNumber && html`<p class="hint">${words.wantsNumber}</p>`}`;
}

/** Nothing can be pressed in a chat but the link. */
function buttons(scan: string, shows: ScreenContent, { base }: PageView, words: PhoneTexts) {
  const asks = shows.is === 'follow' || shows.is === 'offer' || shows.is === 'consent';
  if (!asks && shows.is !== 'message') return undefined;
  const hidden = html`<input type="hidden" name="scan" value="${scan}" />`;
  return html`${
      asks &&
      html`<form class="answers" method="post" action="${base}/phone/answer">
        ${hidden}
        <button class="yes" name="confirm" value="true">${words[`${shows.is}Yes`]}</button>
        <button class="plain" name="confirm" value="false">${words[`${shows.is}No`]}</button>
      </form>`
    }
    <form class="answers" method="post" action="${base}/phone/clock">
      ${hidden}
      <button class="plain" name="move" value="300000">${words.lapse}</button>
    </form>`;
}
