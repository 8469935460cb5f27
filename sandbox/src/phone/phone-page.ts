import type { Clock } from '../clock/clock.ts';
import { minutes } from '../clock/clock.ts';
import { type Fault, faultModes } from '../fault/fault.ts';
import { type Html, html } from '../pages/html.ts';
import { panelDocument } from '../pages/document.ts';
import { timeOfDay, type PageView } from '../pages/page-view.ts';
import { type ScanApp, scanApps } from '../people.ts';
import { personPicker } from './person-picker.ts';
import { headingOf, handset } from './handset.ts';
import { type PhoneTexts, phoneTextsIn } from './phone-texts.ts';
import type { Phone } from './phone.ts';

export interface PhoneWorld {
  phone: Phone;
  clock: Clock;
  faults: Record<ScanApp, Fault>;
}

/** One page for the whole way: the code, who scans it, what their phone shows. It needs no script. */
export function phonePage(world: PhoneWorld, asked: { code: string; scan: string }, view: PageView) {
  const words = phoneTextsIn(view.language);
  const held = world.phone.find(asked.scan);
  const code = held?.content ?? asked.code;
  const here = `${view.base}/phone${held ? `?scan=${asked.scan}` : code && `?code=${encodeURIComponent(code)}`}`;
  const title = [held && headingOf(held.shows, words), view.texts.phone].filter(Boolean).join(' · ');
  return panelDocument(
    view,
    { title, here, styles: ['panel.css', 'phone.css'] },
    html`<div class="phone">
      <h1>${words.lead}</h1>
      <p class="lead">${words.leadMore}</p>
      ${held ? handset({ scan: asked.scan, ...held }, view, words) : scanning(world.phone, code, view, words)}
      ${clockTool(world.clock, held && asked.scan, view, words)} ${faultTool(world.faults, view, words)}
    </div>`,
  );
}

function scanning(phone: Phone, code: string, view: PageView, words: PhoneTexts): Html {
  const app = phone.appOf(code);
  const isUnreadable = code !== '' && !app;
  return html`<form class="tool" method="get" action="${view.base}/phone">
      <label for="code">${words.code}</label>
      <p class="hint" id="code-more">${words.codeMore}</p>
      <input
        class="address"
        id="code"
        name="code"
        value="${code}"
        required
        autocomplete="off"
        spellcheck="false"
        aria-describedby="code-more${isUnreadable && ' code-wrong'}"
        ${isUnreadable && html`aria-invalid="true"`}
      />
      ${isUnreadable && html`<p class="wrong" id="code-wrong" role="alert">${words.unreadable}</p>`}
      <button class="yes">${words.scan}</button>
    </form>
    ${app && personPicker(code, app, view, words)}`;
}

function clockTool(clock: Clock, scan: string | undefined, { texts, language, base }: PageView, words: PhoneTexts) {
  const now = clock.now();
  const step = (ms: number, label: string) =>
    html`<button class="plain" name="move" value="${ms}"><span aria-hidden="true">+</span>${label}</button>`;
  return html`<section class="tool" aria-labelledby="clock">
    <h2 id="clock">${texts.clock}</h2>
    <p class="time">
      <time datetime="${new Date(now).toISOString()}">${timeOfDay(now, language)}</time>
    </p>
    <form class="buttons" method="post" action="${base}/phone/clock">
      ${scan && html`<input type="hidden" name="scan" value="${scan}" />`}
      ${step(minutes(1), texts.minute)}${step(minutes(5), words.fiveMinutes)}
      <button class="plain" name="reset" value="true">${texts.reset}</button>
    </form>
  </section>`;
}

function faultTool(faults: PhoneWorld['faults'], { texts, base }: PageView, words: PhoneTexts) {
  return html`<section class="tool" aria-labelledby="faults">
    <h2 id="faults">${words.faults}</h2>
    <p class="lead">${words.faultsMore}</p>
    ${scanApps.map(
      (app) =>
        html`<form
          class="fault"
          method="post"
          action="${base}/${app}/fault"
          role="group"
          aria-labelledby="fault-${app}"
        >
          <span id="fault-${app}">${words.apps[app]}</span>
          <span class="modes">
            ${faultModes.map(
              (each) =>
                html`<button name="mode" value="${each}" aria-pressed="${String(each === faults[app].mode())}">
                  ${texts.modes[each]}
                </button>`,
            )}
          </span>
        </form>`,
    )}
  </section>`;
}
