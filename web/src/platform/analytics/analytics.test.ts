import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { events as limits } from '@foyer/contract/event-limits';
import type { PageEvent } from '@foyer/contract/flows/events';

const beacons: PageEvent[][] = [];
const sentNames = () => beacons.map((events) => events.map(({ name }) => name));
const report: Record<string, (metric: { name: string; value: number }) => void> = {};

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
  beacons.length = 0;
  const measure = (vital: string) => (callback: (typeof report)[string]) => void (report[vital] = callback);
  vi.doMock('web-vitals', () => ({
    onCLS: measure('CLS'),
    onFCP: measure('FCP'),
    onINP: measure('INP'),
    onLCP: measure('LCP'),
    onTTFB: measure('TTFB'),
  }));
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  vi.stubGlobal('addEventListener', document.addEventListener.bind(document));
  stubNavigator({});
});
afterEach(() => {
  vi.doUnmock('web-vitals');
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const stubNavigator = (preferences: object) =>
  vi.stubGlobal('navigator', {
    ...preferences,
    sendBeacon: (_: string, body: string) => beacons.push(JSON.parse(body).events),
  });

/** Opens a page that tracks an event before analytics has loaded. */
async function open() {
  const { track } = await import('./track.ts');
  track({ name: 'sso_open' });
  const { startAnalytics } = await import('./analytics.ts');
  const config = { eventsUrl: '/api/v1/events' };
  startAnalytics(config, { page: 'login', device: 'pc' });
  startAnalytics(config, { page: 'login', device: 'pc' });
  return track;
}

test('sends events tracked before it loaded with the first batch, once [AN-03]', async () => {
  const track = await open();
  track({ name: 'sso_back' });
  vi.advanceTimersByTime(limits.sendInterval - 1);
  expect(beacons).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(sentNames()).toEqual([['sso_open', 'page_show', 'sso_back']]);
  vi.advanceTimersByTime(limits.sendInterval * 3);
  expect(beacons).toHaveLength(1);
});

test('sends the rest when the page is left [D-19]', async () => {
  const track = await open();
  track({ name: 'sso_back' });
  document.dispatchEvent(new Event('pagehide'));
  expect(sentNames().flat()).toContain('sso_back');
});

test.each([
  ['LCP', 2500, 'good'],
  ['INP', 201, 'middling'],
  ['CLS', 0.26, 'poor'],
  ['FCP', 0, 'good'],
  ['TTFB', 1801, 'poor'],
])('sends the web vital %s of %d as %s, without the value [AN-03]', async (vital, value, rating) => {
  await open();
  report[vital]!({ name: vital, value });
  document.dispatchEvent(new Event('pagehide'));
  expect(beacons.flat()).toContainEqual({ name: 'web_vital', vital, rating });
});

test.each([
  ['error', 'error'],
  ['unhandledrejection', 'error'],
  ['vite:preloadError', 'load'],
])('counts the window event %s as a page error, without its text and at most ten times', async (type, kind) => {
  await open();
  for (let n = 0; n < limits.errorsCounted + 1; n += 1) document.dispatchEvent(new Event(type));
  document.dispatchEvent(new Event('pagehide'));
  const counted = beacons.flat().filter(({ name }) => name === 'page_error');
  expect(counted).toHaveLength(limits.errorsCounted);
  for (const event of counted) expect(event).toEqual({ name: 'page_error', page: 'login', kind });
});

test('sends no batch larger than the service accepts', async () => {
  const track = await open();
  for (let n = 0; n < limits.batchSize * 2; n += 1) track({ name: 'sso_back' });
  expect(beacons.map((batch) => batch.length)).toEqual([limits.batchSize, limits.batchSize]);
});

test.each([{ doNotTrack: '1' }, { globalPrivacyControl: true }])('sends nothing with %o [D-19]', async (preference) => {
  stubNavigator(preference);
  const track = await open();
  track({ name: 'sso_back' });
  document.dispatchEvent(new Event('pagehide'));
  vi.advanceTimersByTime(limits.sendInterval);
  expect(beacons).toEqual([]);
});
