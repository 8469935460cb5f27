import { type FaultMode, faultModes } from '../fault/fault.ts';
import type { PageView } from '../pages/document.ts';
import { html } from '../pages/html.ts';

/** Hidden until the script shows it, because copying needs the script. */
export const copyButton = (value: string, label: string, { texts }: PageView) =>
  html`<button type="button" class="copy" hidden data-copy="${value}" aria-label="${texts.copyLabel(label)}">
    <svg viewBox="0 0 16 16" aria-hidden="true">
      <rect x="5.5" y="5.5" width="8" height="8" rx="1.5" />
      <path d="M10.5 5.5V4A1.5 1.5 0 0 0 9 2.5H4A1.5 1.5 0 0 0 2.5 4v5A1.5 1.5 0 0 0 4 10.5h1.5" />
    </svg>
    <span aria-hidden="true">${texts.copy}</span>
  </button>`;

/** One button for each fault mode of a simulated server. */
export const faultModeButtons = (mode: FaultMode, { texts }: PageView) =>
  faultModes.map(
    (each) =>
      html`<button name="mode" value="${each}" aria-pressed="${String(each === mode)}">${texts.modes[each]}</button>`,
  );

/** Sets the fault mode of one simulated server; the element with the id `labelledBy` is its label. */
export const faultModeForm = (server: string, labelledBy: string, mode: FaultMode, view: PageView) =>
  html`<form
    class="modes"
    id="${server}-modes"
    method="post"
    action="${view.base}/${server}/fault"
    role="group"
    aria-labelledby="${labelledBy}"
  >
    ${faultModeButtons(mode, view)}
  </form>`;

/** Submits a move of the clock. */
export const moveClockButton = (ms: number, label: string) =>
  html`<button class="plain" name="move" value="${ms}"><span aria-hidden="true">+</span>${label}</button>`;
