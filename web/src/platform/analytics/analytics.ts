import { initTimeOf, ratingOf } from '@foyer/contract/flows/event-values';
import type { PageEvent } from '@foyer/contract/flows/events';
import { events as limits } from '@foyer/contract/event-limits';
import type { PageConfig, PageVariant } from '@foyer/contract/pages/page-config';
import { onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals';
import { setTracker, track } from './track.ts';

let started = false;

/** Sends tracked events to the service in batches, the last one when the page is left. */
export function startAnalytics(
  { eventsUrl }: Pick<PageConfig, 'eventsUrl'>,
  { page, device }: Pick<PageVariant, 'page' | 'device'>,
) {
  if (started) return;
  started = true;
  if (!eventsUrl || optsOutOfTracking()) return setTracker(() => {});

  let batch: PageEvent[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const send = () => {
    clearTimeout(timer);
    timer = undefined;
    const events = batch.splice(0);
    // A string body needs no CORS preflight. A failure is ignored: losing events is no error.
    if (events.length) navigator.sendBeacon(eventsUrl, JSON.stringify({ events }));
  };

  setTracker((event) => {
    batch.push(event);
    if (batch.length === limits.batchSize) return send();
    timer ??= setTimeout(send, limits.sendInterval);
  });
  // web-vitals calls `at`, which Chrome before 92 lacks.
  const measures = 'at' in Array.prototype ? [onCLS, onFCP, onINP, onLCP, onTTFB] : [];
  for (const measure of measures)
    measure(({ name: vital, value }) => track({ name: 'web_vital', vital, rating: ratingOf(vital, value) }));
  track({ name: 'page_show', page, device });
  countErrors(page);
  // The page sets this mark as soon as it can be used.
  const usable = performance.getEntriesByName('usable')[0];
  if (usable) track({ name: 'front_init_time_consume', page, took: initTimeOf(usable.startTime) });

  // Not every browser fires both. web-vitals reports in the capture phase, so its last values are in the batch here.
  addEventListener('pagehide', send);
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && send());
}

/** Every error arrives here that was not expected: a handled one is thrown once more (`report-failure.ts`). */
function countErrors(page: PageVariant['page']) {
  let left = limits.errorsCounted;
  const count = (kind: 'error' | 'load') => {
    left -= 1;
    if (left >= 0) track({ name: 'page_error', page, kind });
  };
  for (const type of ['error', 'unhandledrejection']) addEventListener(type, () => count('error'));
  addEventListener('vite:preloadError', () => count('load'));
}

const optsOutOfTracking = () =>
  navigator.doNotTrack === '1' || ('globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true);
