import type { Locator, Page } from '@playwright/test';
import type { Frame } from './save.ts';

const stepDuration = 50;
const pressDuration = 220;
const keyDuration = 130;

/** Acts on a page like a person, with a pointer that can be seen, and takes a screenshot of every step. */
export class Recorder {
  readonly frames: Frame[] = [];
  #pointer = { x: 640, y: 420 };

  constructor(readonly page: Page) {}

  get seconds() {
    return this.frames.reduce((sum, { duration }) => sum + duration, 0) / 1000;
  }

  /** Shows the page as it is for a while. */
  async show(duration: number, pressed = false) {
    await this.page.evaluate(drawPointer, { ...this.#pointer, pressed });
    const png = await this.page.screenshot({ animations: 'disabled', caret: 'initial' });
    const last = this.frames.at(-1);
    if (last?.png.equals(png)) last.duration += duration;
    else this.frames.push({ png, duration });
  }

  async press(target: Locator) {
    await this.#moveTo(target);
    await this.show(pressDuration, true);
    await this.page.mouse.click(this.#pointer.x, this.#pointer.y);
  }

  async type(field: Locator, text: string) {
    await field.focus();
    for (const character of text) {
      await this.page.keyboard.type(character);
      await this.show(keyDuration);
    }
  }

  async #moveTo(target: Locator) {
    const box = (await target.boundingBox())!;
    const from = this.#pointer;
    const to = { x: box.x + Math.min(box.width / 2, 120), y: box.y + box.height / 2 };
    const steps = Math.max(4, Math.round(Math.hypot(to.x - from.x, to.y - from.y) / 60));
    for (let step = 1; step <= steps; step++) {
      const eased = (1 - Math.cos((Math.PI * step) / steps)) / 2;
      this.#pointer = { x: from.x + (to.x - from.x) * eased, y: from.y + (to.y - from.y) * eased };
      await this.page.mouse.move(this.#pointer.x, this.#pointer.y);
      await this.show(stepDuration);
    }
  }
}

/** Draws a pointer, with a ring around it while it presses. Screenshots have none of their own. */
function drawPointer({ x, y, pressed }: { x: number; y: number; pressed: boolean }) {
  const id = 'recorded-pointer';
  let svg = document.getElementById(id);
  if (!svg) {
    svg = document.body.appendChild(document.createElement('div'));
    svg.id = id;
    svg.innerHTML =
      '<svg width="60" height="60" viewBox="-20 -20 60 60"><circle r="17" fill="#1f4fd8" fill-opacity="0.3" stroke="#1f4fd8" stroke-width="2"/><path d="M0 0v17.5l4.2-3.8 2.9 6.6 3.3-1.5-2.9-6.4h5.7z" fill="#111827" stroke="#ffffff" stroke-width="1.5"/></svg>';
    svg.ariaHidden = 'true';
    Object.assign(svg.style, { position: 'fixed', left: '0', top: '0', zIndex: '99999', pointerEvents: 'none' });
  }
  svg.style.transform = `translate(${x - 20}px, ${y - 20}px)`;
  svg.querySelector('circle')!.style.visibility = pressed ? 'visible' : 'hidden';
}
