import type { Page } from '@playwright/test';
import { BindDialog } from './bind-dialog.ts';
import { test as journey } from './journey.ts';
import { OneClickDialog } from './one-click-dialog.ts';
import { ScanBlock } from './scan-block.ts';
import { ScanningPhone } from './scanning-phone.ts';
import { spokenIn } from './visit.ts';

interface Places {
  scan: ScanBlock;
  phone: ScanningPhone;
  bind: BindDialog;
  oneClick: OneClickDialog;
}

/** A visit with a phone in the other hand. */
export const test = journey.extend<Places>({
  scan: async ({ page, locale }, lend) => {
    // Time goes by as ever, and faster when told to.
    await page.clock.install();
    await lend(new ScanBlock(page, spokenIn(locale)));
  },
  phone: ({ baseURL }, lend) => lend(new ScanningPhone(baseURL!)),
  bind: ({ page, locale }, lend) => lend(new BindDialog(page, spokenIn(locale))),
  oneClick: ({ page, locale }, lend) => lend(new OneClickDialog(page, spokenIn(locale))),
});

/** As if another tab lay over the page, or no longer did. */
export async function look(page: Page, visibility: 'visible' | 'hidden') {
  await page.evaluate((state) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
    document.dispatchEvent(new Event('visibilitychange'));
  }, visibility);
}
