import { initTimeOf } from '@foyer/contract/flows/event-values';
import type { PageEvent } from '@foyer/contract/flows/events';
import { events as limits } from '@foyer/contract/event-limits';
import type { PageConfig, PageVariant } from '@foyer/contract/pages/page-config';
import { setTracker, track } from './track.ts';
import { watchVitals } from './web-vitals.ts';

let started = false;

/** Tells the service what is counted, a batch at a time, the last one when the page is left. */
export function startAnalytics(
  { eventsUrl }: Pick<PageConfig, 'eventsUrl'>,
  { page, device }: Pick<PageVariant, 'page' | 'device'>,
) {
  if (started) return;
  started = true;
  if (asksNotToBeTracked()) return setTracker(() => {});

  let batch: PageEvent[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const send = () => {
    clearTimeout(timer);
    timer = undefined;
    const events = batch.splice(0);
    // Text, so that no browser asks for leave first. What cannot be sent is not worth an error.
    if (events.length) navigator.sendBeacon(eventsUrl, JSON.stringify({ events }));
  };

  setTracker((event) => {
    batch.push(event);
    if (batch.length === limits.atOnce) return send();
    timer ??= setTimeout(send, limits.toldEvery);
  });
  watchVitals();
  track({ name: 'page_show', page, device });
  // The page's own mark, set once it can be used.
  const usable = performance.getEntriesByName('usable')[0];
  if (usable) track({ name: 'front_init_time_consume', page, took: initTimeOf(usable.startTime) });

  // Some browsers say the one, some the other; what is sent is gone from the batch.
  addEventListener('pagehide', send);
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && send());
}

const asksNotToBeTracked = () =>
  navigator.doNotTrack === '1' || ('globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true);
