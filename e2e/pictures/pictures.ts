import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { seconds } from '@foyer/contract/time';
import { expect, languages, test as visit, widths } from '../fixtures/test.ts';
import { companyScreens } from './company-screens.ts';
import { type Means, meansOf } from './means.ts';
import { phoneScreens, scanScreens } from './scan-screens.ts';
import { screens } from './screens.ts';

const folder = fileURLToPath(new URL('../../screens/', import.meta.url));

/** Each device at the widths people have it; 720 is a screen of 1440 at 200 % zoom. */
const devices = {
  pc: {
    widths: [720, 768, 1180, 1440, 1920],
    use: widths.desktop,
    screens: { ...screens, ...companyScreens, ...scanScreens, ...phoneScreens },
  },
  phone: { widths: [360, 390], use: widths.phone, screens: { ...screens, ...companyScreens, ...phoneScreens } },
} as const;

const test = visit.extend<{ means: Means }>({
  means: ({ page, request, locale, service }, lend) => lend(meansOf({ page, request, locale, service })),
});

for (const [device, { widths: shown, use, screens: there }] of Object.entries(devices)) {
  for (const language of languages) {
    test.describe(`${device}, ${language}`, () => {
      test.use({ ...use, locale: language });

      for (const [name, reach] of Object.entries(there)) {
        test(name, async ({ means, page, allowErrors }) => {
          allowErrors(/./);
          await reach(means);
          // What a screen holds back never comes.
          await page.waitForLoadState('networkidle', { timeout: seconds(5) }).catch(() => {});
          for (const width of shown) {
            await page.setViewportSize({ width, height: device === 'pc' ? 900 : 844 });
            // A frame ahead: what follows the window has followed it.
            await page.screenshot({ clip: { x: 0, y: 0, width: 1, height: 1 } });
            mkdirSync(`${folder}${name}`, { recursive: true });
            const path = `${folder}${name}/${language}-${String(width).padStart(4, '0')}.png`;
            writeFileSync(path, await page.screenshot({ fullPage: true, animations: 'disabled' }));
            expect(await sideways(page), `${name} at ${width} scrolls sideways`).toBe(0);
          }
        });
      }
    });
  }
}

const sideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
