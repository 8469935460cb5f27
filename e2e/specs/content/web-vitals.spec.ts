import { expect, test, widths } from '../../fixtures/test.ts';
import { recordBeacons, recordedEvents } from '../../support/page/tracked-events.ts';

test.use(widths.desktop);

test('every web vital is sent once when the page is hidden [AN-03]', async ({ login, page }) => {
  await recordBeacons(page);
  await login.open();
  // A click ends the search for the largest paint.
  await page.evaluate(paintedLargest);
  await login.codeTab.click();
  await page.waitForFunction(() => performance.getEntriesByType('first-input').length > 0);
  await recordedEvents(page);
  await expect
    .poll(async () => {
      await hide(page);
      const events = await recordedEvents(page);
      return events.flatMap((event) => (event.name === 'web_vital' ? [event.vital] : [])).sort();
    })
    .toEqual(['CLS', 'FCP', 'INP', 'LCP', 'TTFB']);
});

/** A headless browser never hides its page. */
const hide = (page: Parameters<typeof recordBeacons>[0]) =>
  page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    Reflect.deleteProperty(document, 'visibilityState');
  });

/** Runs in the browser. */
const paintedLargest = () =>
  new Promise<void>((resolve) => {
    new PerformanceObserver(() => resolve()).observe({ type: 'largest-contentful-paint', buffered: true });
  });
