import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { seconds } from '@foyer/contract/time';
import type { Page } from '@playwright/test';
import { expect, languages, test, widths } from '../fixtures/test.ts';
import { phoneScreens, scanScreens } from './scan-screens.ts';
import { screens } from './screens.ts';
import { ssoScreens } from './sso-screens.ts';

const folder = fileURLToPath(new URL('../../screens/', import.meta.url));

/** The widths of each device; 720 is a window of 1440 at 200 % zoom. */
const devices = {
  pc: {
    widths: [720, 768, 1180, 1440, 1920],
    use: widths.desktop,
    screens: { ...screens, ...ssoScreens, ...scanScreens, ...phoneScreens },
  },
  phone: { widths: [360, 390], use: widths.phone, screens: { ...screens, ...ssoScreens, ...phoneScreens } },
} as const;

for (const [device, { widths: pictureWidths, use, screens: deviceScreens }] of Object.entries(devices)) {
  for (const language of languages) {
    test.describe(`${device}, ${language}`, () => {
      test.use({ ...use, locale: language });

      for (const [name, open] of Object.entries(deviceScreens)) {
        test.describe(name, () => {
          test.beforeEach(open);

          test('picture', async ({ page, allowErrors }) => {
            allowErrors(/./);
            // Some screens hold a request back, so that the network never becomes idle.
            await page.waitForLoadState('networkidle', { timeout: seconds(5) }).catch(() => {});
            for (const width of pictureWidths) {
              await page.setViewportSize({ width, height: device === 'pc' ? 900 : 844 });
              // A first picture of one pixel waits for a frame, in which the page follows the new size.
              await page.screenshot({ clip: { x: 0, y: 0, width: 1, height: 1 } });
              mkdirSync(`${folder}${name}`, { recursive: true });
              const path = `${folder}${name}/${language}-${String(width).padStart(4, '0')}.png`;
              writeFileSync(path, await page.screenshot({ fullPage: true, animations: 'disabled' }));
              expect(await horizontalScroll(page), `${name} at ${width} scrolls horizontally`).toBe(0);
            }
          });
        });
      }
    });
  }
}

const horizontalScroll = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
