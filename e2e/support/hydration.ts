import type { Page } from '@playwright/test';

/** Waits until React has taken over the first form of the page. */
export async function waitForHydration(page: Page) {
  await page.waitForFunction(() => {
    const form = document.querySelector('form');
    return form !== null && Object.keys(form).some((key) => key.startsWith('__react'));
  });
}
