import { ratingOf, type vitals } from '@foyer/contract/flows/event-values';
import { track } from './track.ts';

type Vital = (typeof vitals)[number];

const tellVital = (vital: Vital, value: number) => track({ name: 'web_vital', vital, rating: ratingOf(vital, value) });

/** How fast and how steady the page was, each told once: some at once, some when nobody looks any more. */
export function watchVitals() {
  const lasting = new Map<Vital, number>();
  const keep = (vital: Vital, value: number) => lasting.set(vital, value);

  const [navigation] = performance.getEntriesByType('navigation');
  if (navigation) tellVital('TTFB', Number(Reflect.get(navigation, 'responseStart')));
  watch('paint', ({ name, startTime }) => name === 'first-contentful-paint' && tellVital('FCP', startTime));
  watch('largest-contentful-paint', ({ startTime }) => keep('LCP', startTime));
  let shifted = 0;
  watch('layout-shift', (entry) => {
    if (!Reflect.get(entry, 'hadRecentInput')) keep('CLS', (shifted += Number(Reflect.get(entry, 'value'))));
  });
  keep('CLS', 0);
  watch('event', (entry) => {
    if (Reflect.get(entry, 'interactionId')) keep('INP', Math.max(entry.duration, lasting.get('INP') ?? 0));
  });

  // Before the beacon listens for the same: what is told here still goes with it.
  const end = () => {
    if (document.visibilityState === 'visible') return;
    for (const [vital, value] of lasting) tellVital(vital, value);
    lasting.clear();
  };
  document.addEventListener('visibilitychange', end);
}

function watch(type: string, see: (entry: PerformanceEntry) => void) {
  // A kind that the browser does not know is nothing to see.
  if (!PerformanceObserver.supportedEntryTypes.includes(type)) return;
  new PerformanceObserver((list) => list.getEntries().forEach(see)).observe({ type, buffered: true });
}
