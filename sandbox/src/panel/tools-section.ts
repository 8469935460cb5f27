import type { Clock } from '../clock/clock.ts';
import { days, minutes } from '../clock/clock.ts';
import { type FaultMode, faultModes } from '../fault/fault.ts';
import { html } from '../pages/html.ts';
import { timeOfDay, type PageView, zone } from '../pages/page-view.ts';
import { spelled } from './spelled-duration.ts';

/** Forms, so that they work without the script. */
export function clockSection(clock: Clock, { texts, language, base }: PageView) {
  const now = clock.now();
  const date = new Date(now).toLocaleDateString(language, { timeZone: zone, dateStyle: 'full' });
  const step = (ms: number, label: string) =>
    html`<button class="plain" name="move" value="${ms}"><span aria-hidden="true">+</span>${label}</button>`;
  return html`<section class="tool" aria-labelledby="clock">
    <h2 id="clock">${texts.clock}</h2>
    <p class="lead">${texts.clockLead}</p>
    <p class="time" id="time">
      <time datetime="${new Date(now).toISOString()}" data-zone="${zone}">${timeOfDay(now, language)}</time>
      <span>${date} · ${zone}</span>
      <span class="drift" id="drift">${drift(clock.ahead(), texts, language)}</span>
    </p>
    <form class="buttons" method="post" action="${base}/clock">
      ${step(minutes(1), texts.minute)}${step(minutes(15), texts.quarter)}${step(days(1), texts.day)}
      <button class="plain" name="reset" value="true">${texts.reset}</button>
    </form>
  </section>`;
}

export const gatewaySection = (mode: FaultMode, view: PageView) =>
  html`<section class="tool" aria-labelledby="gateway">
    <h2 id="gateway">${view.texts.gateway}</h2>
    <p class="lead">${view.texts.gatewayLead}</p>
    ${modesForm('sms', 'gateway', mode, view)}
    <p class="how" id="mode">${view.texts.modesMore[mode]}</p>
  </section>`;

/** A switch for whoever may fail, named by what stands at `labelledBy`. */
export const modesForm = (whose: string, labelledBy: string, mode: FaultMode, { texts, base }: PageView) =>
  html`<form
    class="modes"
    id="${whose}-modes"
    method="post"
    action="${base}/${whose}/fault"
    role="group"
    aria-labelledby="${labelledBy}"
  >
    ${faultModes.map((each) => modeButton(each, each === mode, texts.modes[each]))}
  </form>`;

const modeButton = (mode: FaultMode, pressed: boolean, label: string) =>
  html`<button name="mode" value="${mode}" aria-pressed="${String(pressed)}">${label}</button>`;

function drift(ahead: number, messages: PageView['texts'], language: PageView['language']) {
  if (ahead === 0) return messages.onTime;
  const much = spelled(Math.abs(ahead), language);
  return ahead > 0 ? messages.ahead(much) : messages.behind(much);
}
