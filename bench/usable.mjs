import { chromium } from '@playwright/test';
import { findChromium } from '../scripts/chromium.mjs';
import { withService } from './service.mjs';

const rounds = Number(process.env.BENCH_ROUNDS ?? 40);
const elsewhere = 'https://elsewhere.example.com';
const settings = { CHAT_URL: `${elsewhere}/chat`, EVENTS_URL: `${elsewhere}/events` };
/** How whoever runs the chat and counts the events may be doing. */
const states = {
  well: (route) => route.fulfill({ status: 204 }),
  silent: () => {},
  refused: (route) => route.abort(),
  '5 MB': (route) => route.fulfill({ body: ' '.repeat(5_000_000) }),
};

/** How soon the form can be used while chat and events are in trouble, beside a page where both do well (AC-49). */
export async function measureUsable() {
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] });
  try {
    return await withService(async (origin) => {
      const times = Object.fromEntries(Object.keys(states).map((state) => [state, []]));
      const order = Object.entries(states);
      // In turns and in changing order, so that a noisy minute falls on all; the first round warms up.
      for (let round = 0; round <= rounds; round++) {
        for (const [state, answer] of order) {
          const took = await visit(browser, `${origin}/login/web`, answer);
          if (round > 0) times[state].push(took);
        }
        order.push(order.shift());
      }
      const { well, ...troubled } = times;
      return Object.entries(troubled).map(([state, took]) => ({
        what: `usable, chat, events: ${state}`,
        ours: median(took),
        beside: 'both doing well',
        theirs: median(well),
        unit: 'ms',
      }));
    }, settings);
  } finally {
    await browser.close();
  }
}

/** A first visit: nothing is kept from the one before. */
async function visit(browser, address, answer) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.route(`${elsewhere}/**`, answer);
  await page.goto(address);
  const usable = await page.waitForFunction(() => performance.getEntriesByName('usable')[0]?.startTime);
  const took = await usable.jsonValue();
  await page.close();
  return took;
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
