import { createServer } from 'node:http';
import { once } from 'node:events';
import { chromium } from '@playwright/test';
import { findChromium } from '../scripts/chromium.mjs';
import { withService } from './service.mjs';

const rounds = Number(process.env.BENCH_ROUNDS ?? 40);
const troubles = {
  silent: () => {},
  refused: (_, response) => response.destroy(),
  '5 MB': (_, response) => response.end(Buffer.alloc(5_000_000, ' ')),
};
const working = (_, response) => response.writeHead(204).end();

/** How soon the form can be used while chat and events are in trouble, beside a page where both do well (AC-49). */
export async function measureUsable() {
  const elsewhere = createServer((request, response) => elsewhere.does(request, response));
  elsewhere.listen(0, '127.0.0.1');
  await once(elsewhere, 'listening');
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] });
  const { port } = elsewhere.address();
  const settings = { CHAT_URL: `http://127.0.0.1:${port}/chat`, EVENTS_URL: `http://127.0.0.1:${port}/events` };
  try {
    return await withService(async (origin) => {
      const times = { working: [], silent: [], refused: [], '5 MB': [] };
      // In turns, so that a noisy minute falls on all; the first round warms up.
      for (let round = 0; round <= rounds; round++)
        for (const state of Object.keys(times)) {
          elsewhere.does = troubles[state] ?? working;
          const took = await visit(browser, `${origin}/login/web`);
          if (round > 0) times[state].push(took);
        }
      return Object.keys(troubles).map((state) => ({
        what: `usable, chat and events ${state}`,
        ours: median(times[state]),
        beside: 'both doing well',
        theirs: median(times.working),
        unit: 'ms',
      }));
    }, settings);
  } finally {
    await browser.close();
    elsewhere.closeAllConnections();
    elsewhere.close();
  }
}

/** A first visit: nothing is kept from the one before. */
async function visit(browser, address) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(address);
  const took = await page.waitForFunction(() => performance.getEntriesByName('usable')[0]?.startTime);
  const ms = await took.jsonValue();
  await page.close();
  return ms;
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
