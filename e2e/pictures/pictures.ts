import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { seconds } from '@foyer/contract/time';
import type { Page } from '@playwright/test';
import { expect, languages, test, widths } from '../fixtures/test.ts';
import { phoneScreens, scanScreens } from './scan-screens.ts';
import { screens } from './screens.ts';
import { ssoScreens } from './sso-screens.ts';

const folder = fileURLToPath(new URL('../../screens/', import.meta.url));

/** The sizes of windows: 720 is a window of 1440 at 200 % zoom, and 1366 × 657 what a browser leaves of a laptop. */
const sizes = {
  pc: {
    light: [
      [720, 450],
      [768, 900],
      [1180, 800],
      [1366, 657],
      [1440, 900],
      [1920, 1080],
    ],
    dark: [
      [1366, 657],
      [1440, 900],
    ],
    forced: [[1366, 657]],
  },
  phone: {
    light: [
      [360, 740],
      [390, 844],
    ],
    dark: [[390, 844]],
    forced: [[390, 844]],
  },
} as const;

const media = {
  light: { colorScheme: 'light', forcedColors: 'none' },
  dark: { colorScheme: 'dark', forcedColors: 'none' },
  forced: { colorScheme: 'light', forcedColors: 'active' },
} as const;

const devices = {
  pc: { use: widths.desktop, screens: { ...screens, ...ssoScreens, ...scanScreens, ...phoneScreens } },
  phone: { use: widths.phone, screens: { ...screens, ...ssoScreens, ...phoneScreens } },
} as const;

for (const device of ['pc', 'phone'] as const) {
  const { use, screens: deviceScreens } = devices[device];
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
            mkdirSync(`${folder}${name}`, { recursive: true });
            for (const theme of ['light', 'dark', 'forced'] as const) {
              await page.emulateMedia(media[theme]);
              for (const [width, height] of sizes[device][theme]) {
                await page.setViewportSize({ width, height });
                // A first picture of one pixel waits for a frame, in which the page follows the new size.
                await page.screenshot({ clip: { x: 0, y: 0, width: 1, height: 1 } });
                const path = `${folder}${name}/${language}-${theme}-${String(width).padStart(4, '0')}.png`;
                writeFileSync(path, await page.screenshot({ fullPage: true, animations: 'disabled' }));
                expect.soft(await horizontalScroll(page), `${name} at ${width} scrolls horizontally`).toBe(0);
              }
            }
          });
        });
      }
    });
  }
}

const horizontalScroll = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
