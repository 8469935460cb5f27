import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { events as limits } from '@foyer/contract/event-limits';

const beacons: string[][] = [];
const named = (body: string) => JSON.parse(body).events.map(({ name }: { name: string }) => name);

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
  beacons.length = 0;
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  vi.stubGlobal('addEventListener', document.addEventListener.bind(document));
  vi.stubGlobal('PerformanceObserver', { supportedEntryTypes: [] });
  browse({});
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const browse = (wishes: object) =>
  vi.stubGlobal('navigator', { ...wishes, sendBeacon: (_: string, body: string) => beacons.push(named(body)) });

/** A page that tells something before and something after the part that sends has come. */
async function open() {
  const { track } = await import('./track.ts');
  track({ name: 'sso_open' });
  const { startAnalytics } = await import('./analytics.ts');
  const config = { eventsUrl: '/api/v1/events' };
  startAnalytics(config, { page: 'login', device: 'pc' });
  startAnalytics(config, { page: 'login', device: 'pc' });
  return track;
}

test('what happened before is told with the first batch, once [AN-03]', async () => {
  const tell = await open();
  tell({ name: 'sso_back' });
  vi.advanceTimersByTime(limits.toldEvery - 1);
  expect(beacons).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(beacons).toEqual([['sso_open', 'page_show', 'sso_back']]);
  vi.advanceTimersByTime(limits.toldEvery * 3);
  expect(beacons).toHaveLength(1);
});

test('the rest is told when the page is left [D-19]', async () => {
  const tell = await open();
  tell({ name: 'sso_back' });
  document.dispatchEvent(new Event('pagehide'));
  expect(beacons.flat()).toContain('sso_back');
});

test('no beacon is larger than the service reads', async () => {
  const tell = await open();
  for (let n = 0; n < limits.atOnce * 2; n += 1) tell({ name: 'sso_back' });
  expect(beacons.map((batch) => batch.length)).toEqual([limits.atOnce, limits.atOnce]);
});

test.each([{ doNotTrack: '1' }, { globalPrivacyControl: true }])('who says %o is not told of [D-19]', async (wish) => {
  browse(wish);
  const tell = await open();
  tell({ name: 'sso_back' });
  document.dispatchEvent(new Event('pagehide'));
  vi.advanceTimersByTime(limits.toldEvery);
  expect(beacons).toEqual([]);
});
