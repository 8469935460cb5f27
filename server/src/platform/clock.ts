import { minutes, seconds } from '@foyer/contract/time';

export const clockSync = {
  interval: minutes(1),
  /** A larger step backwards of the database's clock is ignored: ours never goes back, and would stand still for as long. */
  maxBackwardStep: seconds(5),
} as const;

/**
 * The clock for all lifetimes. It follows the database's clock, so that several processes agree, and runs on a monotonic
 * timer in between, so that changes of this machine's time have no effect.
 */
export interface Clock {
  now(): number;
  /** Only for the sandbox and tests. */
  move(by: number): void;
  reset(): void;
  /** Measures the difference to the database's clock; called regularly. */
  synchronize(): Promise<void>;
}

export async function createClock(
  databaseTime: () => Promise<number>,
  monotonicNow = () => performance.now(),
): Promise<Clock> {
  let offset = -Infinity;
  let latest = 0;
  let moved = 0;

  async function synchronize() {
    const time = await databaseTime();
    // The response took time, so the measured offset is never too large.
    const measured = time - monotonicNow();
    if (measured > offset - clockSync.maxBackwardStep) offset = measured;
  }
  await synchronize();

  return {
    now() {
      latest = Math.max(latest, monotonicNow() + offset);
      return Math.floor(latest + moved);
    },
    move(by) {
      moved += by;
    },
    reset() {
      moved = 0;
    },
    synchronize,
  };
}
