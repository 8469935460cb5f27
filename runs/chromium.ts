import { chromium } from '@playwright/test';
import { adviceFor, findOrInstall } from '../scripts/support/system-packages.mjs';
import type { BrowserContextOptions, Page } from '@playwright/test';

export const windowOptions: BrowserContextOptions = {
  locale: 'en-US',
  // A service worker would answer in place of the routes of a run.
  serviceWorkers: 'block',
  reducedMotion: 'reduce',
  viewport: { width: 1280, height: 800 },
};

export async function launchChromium() {
  const { chromium: executablePath } = await findOrInstall(['chromium']);
  if (!executablePath) throw new Error(adviceFor('chromium'));
  const args = ['--disable-background-networking', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])];
  return chromium.launch({ args, executablePath });
}

/** A page in a real browser for the duration of `work`. */
export async function withPage<Result>(baseURL: string, work: (page: Page) => Promise<Result>) {
  const browser = await launchChromium();
  try {
    const context = await browser.newContext({ ...windowOptions, baseURL });
    return await work(await context.newPage());
  } finally {
    await browser.close();
  }
}

/** Fields of the sign-in page. */
export const signInForm = (page: Page) => ({
  account: page.locator('input[autocomplete~="username"]'),
  password: page.locator('input[type="password"]'),
  submit: page.getByRole('tabpanel').locator('button[type=submit]'),
});
