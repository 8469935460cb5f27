import { seconds } from './time.ts';

/** Analytics events of the page. */
export const events = {
  /** The size of a batch; the rest waits for the next one. */
  batchSize: 50,
  /** Of a page, so that an error that repeats does not drown the rest. */
  errorsCounted: 10,
  sendInterval: seconds(10),
  /** The limits between the buckets of start-up times, in milliseconds. */
  initTimeSteps: [250, 500, 1000, 2000, 4000],
  /** The largest value of a web vital that is good, and the largest that is middling. */
  vitals: {
    LCP: { good: 2500, middling: 4000 },
    INP: { good: 200, middling: 500 },
    CLS: { good: 0.1, middling: 0.25 },
    FCP: { good: 1800, middling: 3000 },
    TTFB: { good: 800, middling: 1800 },
  },
} as const;
