import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { test as journey } from '../journey.ts';
import { expect, languages, widths } from '../visit.ts';
import { type Means, screens } from './screens.ts';

const folder = fileURLToPath(new URL('../../screens/', import.meta.url));

/** Each device at the widths people have it; 720 is a screen of 1440 at 200 % zoom. */
const devices = {
  pc: { widths: [720, 768, 1180, 1440, 1920], use: widths.desktop },
  phone: { widths: [360, 390], use: widths.phone },
} as const;

const test = journey.extend<{ means: Means }>({
  means: async (
    {
      page,
      request,
      login,
      code,
      register,
      home,
      outbox,
      secondFactor,
      consent,
      identity,
      retrieve,
      findAccount,
      door,
      bindAccount,
    },
    lend,
  ) =>
    lend({
      page,
      request,
      login,
      code,
      register,
      home,
      outbox,
      secondFactor,
      consent,
      identity,
      retrieve,
      findAccount,
      door,
      bindAccount,
    }),
});

for (const [device, { widths: shown, use }] of Object.entries(devices)) {
  for (const language of languages) {
    test.describe(`${device}, ${language}`, () => {
      test.use({ ...use, locale: language });

      for (const [name, reach] of Object.entries(screens)) {
        test(name, async ({ means, page, allowErrors }) => {
          allowErrors(/./);
          await reach(means);
          await page.waitForLoadState('networkidle');
          for (const width of shown) {
            await page.setViewportSize({ width, height: device === 'pc' ? 900 : 844 });
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
