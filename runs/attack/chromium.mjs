import { chromium } from '@playwright/test';
import { adviceFor, findOrInstall } from '../../scripts/support/system-packages.mjs';

/** @import { Page } from '@playwright/test' */

/**
 * A page in a real browser for the duration of `work`.
 * @template Result
 * @param {string} baseURL @param {(page: Page) => Promise<Result>} work
 */
export async function withPage(baseURL, work) {
  const { chromium: executablePath } = await findOrInstall(['chromium']);
  if (!executablePath) throw new Error(adviceFor('chromium'));
  const args = ['--disable-background-networking', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])];
  const browser = await chromium.launch({ args, executablePath });
  try {
    // A service worker would answer in place of the routes of a run.
    const context = await browser.newContext({
      baseURL,
      locale: 'en-US',
      serviceWorkers: 'block',
      reducedMotion: 'reduce',
      viewport: { width: 1280, height: 800 },
    });
    return await work(await context.newPage());
  } finally {
    await browser.close();
  }
}

/** Fields of the sign-in page. @param {Page} page */
export const signInForm = (page) => ({
  account: page.locator('input[autocomplete~="username"]'),
  password: page.locator('input[type="password"]'),
  submit: page.getByRole('tabpanel').locator('button[type=submit]'),
});
