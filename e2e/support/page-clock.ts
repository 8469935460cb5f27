import { type Page, expect } from '@playwright/test';
import { seconds } from '@foyer/contract/time';

/** From here on time passes on the page only when told to. */
export async function stopClock(page: Page) {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + seconds(2));
}

/** Lets the page read what has come so far, which takes no time by its own clock. */
export async function letRead(page: Page) {
  await page.evaluate(() => fetch('/healthz').then((answer) => answer.text()));
}

/** As a laptop does with its lid closed: the clock goes on, the timers do not, and waking up is noticed. */
export async function sleep(page: Page, duration: number) {
  await page.clock.setSystemTime((await page.evaluate(() => Date.now())) + duration);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
}

/** Moves time step by step until it is so: on a page whose clock stands still, what waits for a quiet moment waits too. */
export async function passUntil(page: Page, step: number, isSo: () => Promise<boolean>) {
  await expect(async () => {
    await page.clock.runFor(step);
    expect(await isSo()).toBe(true);
  }).toPass({ intervals: [20] });
}
