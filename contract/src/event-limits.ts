import { seconds } from './time.ts';

export const events = {
  /** Told in one go; the rest waits for the next. */
  atOnce: 50,
  toldEvery: seconds(10),
  /** Where one word for "how long" ends and the next begins. */
  initTimeSteps: [250, 500, 1000, 2000, 4000],
  /** Up to where a web vital is good, and up to where it is middling. */
  vitals: {
    LCP: { good: 2500, middling: 4000 },
    INP: { good: 200, middling: 500 },
    CLS: { good: 0.1, middling: 0.25 },
    FCP: { good: 1800, middling: 3000 },
    TTFB: { good: 800, middling: 1800 },
  },
} as const;
