import { clockSync } from './service-limits.ts';

/**
 * The one clock that lifetimes are measured by: the database's, so that several processes agree. It is compared now
 * and then and runs on by itself between, whatever happens to this machine's own time.
 */
export interface Clock {
  now(): number;
  /** For the sandbox's hand alone. */
  move(by: number): void;
  reset(): void;
  /** Compares with the database; called now and then. */
  compare(): Promise<void>;
}

export async function createClock(
  databaseTime: () => Promise<number>,
  running = () => performance.now(),
): Promise<Clock> {
  let ahead = -Infinity;
  let latest = 0;
  let moved = 0;

  async function compare() {
    const time = await databaseTime();
    // The database said it before we heard it, so this is never early.
    const measured = time - running();
    if (measured > ahead - clockSync.maxBackwardStep) ahead = measured;
  }
  await compare();

  return {
    now() {
      latest = Math.max(latest, running() + ahead);
      return Math.floor(latest + moved);
    },
    move(by) {
      moved += by;
    },
    reset() {
      moved = 0;
    },
    compare,
  };
}
