import type { Page } from '@playwright/test';

/** The clock of the open page, which stands still until a test moves it (`served/stopped-clock.js`). */
export class PageClock {
  constructor(readonly page: Page) {}

  /** Moves the clock and runs the timers that are due, in order. */
  async run(milliseconds: number): Promise<void> {
    await this.page.evaluate(`moveClock(${milliseconds})`).catch((error: Error) => {
      // A timer may lead to another page.
      if (!error.message.includes('Execution context was destroyed')) throw error;
    });
  }

  /** Waits until the site has every request that the page had to send by now, for a test that expects none. */
  settle(): Promise<void> {
    return this.page.evaluate(async () => {
      // Without a timeout, a window that draws nothing may wait for many seconds.
      await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 500 }));
      await fetch('/scripted/stopped-clock.js', { cache: 'no-store' });
    });
  }

  /** The time passes without the page noticing, as on a laptop with a closed lid; then the page wakes up. */
  suspend(milliseconds: number): Promise<void> {
    return this.page.evaluate(`suspendClock(${milliseconds})`);
  }

  now(): Promise<number> {
    return this.page.evaluate(() => Date.now());
  }
}
