import { launchChromium } from '../../chromium.ts';
import type { Browser, Route } from '@playwright/test';
import type { Comparison } from './benchmark.ts';
import { withService } from '../client/service.ts';
import { median } from '../client/statistics.ts';

const rounds = Number(process.env.BENCH_ROUNDS ?? 40);
const thirdParty = 'https://elsewhere.example.com';
const settings = { CHAT_URL: `${thirdParty}/chat`, EVENTS_URL: `${thirdParty}/events` };
/** How the chat and the analytics server respond. */
const behaviours: Record<string, (route: Route) => unknown> = {
  normal: (route) => route.fulfill({ status: 204 }),
  silent: () => {},
  refused: (route) => route.abort(),
  '5 MB': (route) => route.fulfill({ body: ' '.repeat(5_000_000) }),
};

/** Compares the time until the form is usable when chat and analytics fail with the time when both work (AC-49). */
export async function measureTimeToUsable(): Promise<Comparison[]> {
  const browser = await launchChromium();
  try {
    return await withService(async (origin) => {
      const times: Record<string, number[]> = {};
      const order = Object.entries(behaviours);
      // Rotates the order, so that a period of noise affects all. The first round only warms up.
      for (let round = 0; round <= rounds; round++) {
        for (const [behaviour, respond] of order) {
          const time = await visit(browser, `${origin}/login/web`, respond);
          if (round > 0) (times[behaviour] ??= []).push(time);
        }
        order.push(order.shift()!);
      }
      const { normal = [], ...failing } = times;
      return Object.entries(failing).map(([behaviour, measured]) => ({
        name: `usable, third party ${behaviour}`,
        value: median(measured),
        baseline: 'third party normal',
        baselineValue: median(normal),
        unit: 'ms',
      }));
    }, settings);
  } finally {
    await browser.close();
  }
}

/** Opens the page in a new browser context, with nothing cached, and returns the milliseconds until it is usable. */
async function visit(browser: Browser, url: string, respond: (route: Route) => unknown): Promise<number> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.route(`${thirdParty}/**`, respond);
  await page.goto(url);
  const usable = await page.waitForFunction(() => performance.getEntriesByName('usable')[0]?.startTime);
  const time = (await usable.jsonValue())!;
  await page.close();
  return time;
}
