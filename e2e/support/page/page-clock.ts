import { type Page, expect } from '@playwright/test';
import { seconds } from '@foyer/contract/time';

/**
 * Stops the page's clock: from now on only the test makes time pass. Moves the clock forward by up to two seconds and
 * stops it there; `pauseAt` refuses a time in the past, so a slow machine tries again with a later one.
 */
export async function stopClock(page: Page) {
  await expect(async () => {
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + seconds(2));
  }).toPass({ intervals: [0], timeout: seconds(60) });
}

/** Runs a stopped clock in steps until a condition holds: what waits for an idle moment needs the clock to move. */
export async function runClockUntil(page: Page, step: number, condition: () => Promise<boolean>) {
  await expect(async () => {
    await page.clock.runFor(step);
    expect(await condition()).toBe(true);
  }).toPass({ intervals: [20] });
}

/** Hides the page as another tab in front of it does, or shows it again. */
export async function setVisibility(page: Page, visibility: 'visible' | 'hidden') {
  await page.evaluate((state) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
    document.dispatchEvent(new Event('visibilitychange'));
  }, visibility);
}
