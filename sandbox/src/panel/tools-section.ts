import { type Clock, days, hours, minutes, seconds } from '../clock/clock.ts';
import type { FaultMode } from '../fault/fault.ts';
import { type PageView, timeOfDay, timeZone } from '../pages/document.ts';
import { html } from '../pages/html.ts';
import type { Language } from '../pages/language.ts';
import { faultModeForm, moveClockButton } from './controls.ts';

/** A form, so that it works without script. */
export function clockSection(clock: Clock, { texts, language, base }: PageView) {
  const now = clock.now();
  const date = new Date(now).toLocaleDateString(language, { timeZone, dateStyle: 'full' });
  return html`<section class="tool" aria-labelledby="clock">
    <h2 id="clock">${texts.clock}</h2>
    <p class="lead">${texts.clockLead}</p>
    <p class="time" id="time">
      <time datetime="${new Date(now).toISOString()}" data-zone="${timeZone}">${timeOfDay(now, language)}</time>
      <span>${date} · ${timeZone}</span>
      <span class="drift" id="drift">${drift(clock.ahead(), texts, language)}</span>
    </p>
    <form class="buttons" method="post" action="${base}/clock">
      ${moveClockButton(minutes(1), texts.oneMinute)}${moveClockButton(minutes(15), texts.fifteenMinutes)}
      ${moveClockButton(days(1), texts.oneDay)}
      <button class="plain" name="reset" value="true">${texts.reset}</button>
    </form>
  </section>`;
}

export const gatewaySection = (mode: FaultMode, view: PageView) =>
  html`<section class="tool" aria-labelledby="gateway">
    <h2 id="gateway">${view.texts.gateway}</h2>
    <p class="lead">${view.texts.gatewayLead}</p>
    ${faultModeForm('sms', 'gateway', mode, view)}
    <p class="how" id="mode">${view.texts.modeHints[mode]}</p>
  </section>`;

function drift(ahead: number, texts: PageView['texts'], language: Language) {
  if (ahead === 0) return texts.onTime;
  const duration = formatDuration(Math.abs(ahead), language);
  return ahead > 0 ? texts.ahead(duration) : texts.behind(duration);
}

const units = [
  ['day', days(1)],
  ['hour', hours(1)],
  ['minute', minutes(1)],
  ['second', seconds(1)],
] as const;

/** For example `1 day 15 minutes`. */
function formatDuration(ms: number, language: Language) {
  let rest = ms;
  const parts: string[] = [];
  for (const [unit, length] of units) {
    const count = Math.floor(rest / length);
    rest -= count * length;
    if (count > 0) parts.push(count.toLocaleString(language, { style: 'unit', unit, unitDisplay: 'long' }));
  }
  return parts.join(' ');
}
