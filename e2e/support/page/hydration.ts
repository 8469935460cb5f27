import type { Page } from '@playwright/test';

/** Waits until React has taken over the first form of the page, or the cards of remembered accounts in place of it. */
export async function waitForHydration(page: Page) {
  await page.waitForFunction(() => {
    const part = document.querySelector('form, [data-other-account]');
    return part !== null && Object.keys(part).some((key) => key.startsWith('__react'));
  });
}
