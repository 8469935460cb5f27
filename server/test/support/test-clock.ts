import type { Clock } from '../../src/platform/clock.ts';

/** Stands still until it is moved. */
export function testClock(start = Date.UTC(2026, 10, 15, 8)): Clock {
  let now = start;
  return {
    now: () => now,
    move: (by) => void (now += by),
    reset: () => void (now = start),
    synchronize: async () => {},
  };
}
