import { type Clock, minutes } from '../clock/clock.ts';
import { type SandboxApps, appsIn } from '../apps/sandbox-apps.ts';
import { type PageView, panelDocument, timeOfDay } from '../pages/document.ts';
import { type Html, html } from '../pages/html.ts';
import { localize } from '../pages/language.ts';
import { faultModeButtons, moveClockButton } from '../panel/controls.ts';
import { appsOfPeople } from '../people.ts';
import { handset, headingOf } from './handset.ts';
import { personPicker } from './person-picker.ts';
import { type PhoneTexts, phoneTextsIn } from './phone-texts.ts';
import type { Phone } from './phone.ts';

export interface PhonePageOptions {
  phone: Phone;
  clock: Clock;
  apps: SandboxApps;
}

/** One page without script for every step: the QR code, the person who scans it, and their phone. */
export function phonePage(
  { phone, clock, apps }: PhonePageOptions,
  query: { text: string; scanId: string },
  view: PageView,
) {
  const texts = phoneTextsIn(view.language);
  const scan = phone.find(query.scanId);
  const text = scan?.text ?? query.text;
  const url = `${view.base}/phone${scan ? `?scan=${query.scanId}` : text && `?code=${encodeURIComponent(text)}`}`;
  const title = [scan && headingOf(scan.screen, view, texts), view.texts.phone].filter(Boolean).join(' · ');
  return panelDocument(
    view,
    { title, url },
    html`<div class="phone">
      <h1>${texts.lead}</h1>
      <p class="lead">${texts.leadHint}</p>
      ${scan ? handset({ id: query.scanId, ...scan }, view, texts) : codeForm(phone, text, view, texts)}
      ${clockTool(clock, scan && query.scanId, view, texts)} ${faultTool(apps, view, texts)}
    </div>`,
  );
}

function codeForm(phone: Phone, text: string, view: PageView, texts: PhoneTexts): Html {
  const app = phone.appFor(text);
  const isUnreadable = text !== '' && !app;
  return html`<form class="tool" method="get" action="${view.base}/phone">
      <label for="code">${texts.code}</label>
      <p class="hint" id="code-hint">${texts.codeHint}</p>
      <input
        class="control"
        id="code"
        name="code"
        value="${text}"
        required
        autocomplete="off"
        spellcheck="false"
        aria-describedby="code-hint${isUnreadable && ' code-error'}"
        ${isUnreadable && html`aria-invalid="true"`}
      />
      ${isUnreadable && html`<p class="wrong" id="code-error" role="alert">${texts.unreadable}</p>`}
      <button class="primary">${texts.scan}</button>
      ${text === '' && html`<p class="hint"><a href="/login/web">${texts.openSignIn}</a></p>`}
    </form>
    ${app && personPicker(text, app, view, texts)}`;
}

function clockTool(clock: Clock, scanId: string | undefined, view: PageView, texts: PhoneTexts) {
  const now = clock.now();
  return html`<section class="tool" aria-labelledby="clock">
    <h2 id="clock">${view.texts.clock}</h2>
    <p class="time">
      <time datetime="${new Date(now).toISOString()}">${timeOfDay(now, view.language)}</time>
    </p>
    <form class="buttons" method="post" action="${view.base}/phone/clock">
      ${scanId && html`<input type="hidden" name="scan" value="${scanId}" />`}
      ${moveClockButton(minutes(1), view.texts.oneMinute)}${moveClockButton(minutes(5), texts.fiveMinutes)}
      <button class="plain" name="reset" value="true">${view.texts.reset}</button>
    </form>
  </section>`;
}

function faultTool(apps: SandboxApps, view: PageView, texts: PhoneTexts) {
  return html`<section class="tool" aria-labelledby="faults">
    <h2 id="faults">${texts.faults}</h2>
    <p class="lead">${texts.faultsHint}</p>
    ${appsIn(apps).map(
      ([app, { fault }]) =>
        html`<form
          class="fault"
          method="post"
          action="${view.base}/${app}/fault"
          role="group"
          aria-labelledby="fault-${app}"
        >
          <span id="fault-${app}">${localize(appsOfPeople[app].name, view.language)}</span>
          <span class="modes">${faultModeButtons(fault.mode(), view)}</span>
        </form>`,
    )}
  </section>`;
}
