import type { Page } from '@playwright/test';

/** The clock of the open page, which stands still until a test moves it (`served/stopped-clock.js`). */
export class PageClock {
  constructor(readonly page: Page) {}

  /** Moves the clock and runs the timers that are due, in order. */
  run(milliseconds: number): Promise<void> {
    return this.page.evaluate(`moveClock(${milliseconds})`);
  }

  /** The time passes without the page noticing, as on a laptop with a closed lid; then the page wakes up. */
  suspend(milliseconds: number): Promise<void> {
    return this.page.evaluate(`suspendClock(${milliseconds})`);
  }

  now(): Promise<number> {
    return this.page.evaluate(() => Date.now());
  }
}
