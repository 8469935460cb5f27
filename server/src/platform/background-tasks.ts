import { type Log, faultOf } from './log.ts';

/** Work that nobody waits for and that is not cut off when the service closes. */
export interface BackgroundTasks {
  run(name: string, work: () => Promise<void>): void;
  /** Resolves when all of it is done. */
  settled(): Promise<void>;
}

export function createBackgroundTasks(log: Log): BackgroundTasks {
  const underWay = new Set<Promise<void>>();
  return {
    run(name, work) {
      const done: Promise<void> = work()
        .catch((error: unknown) => log.error({ event: name, ...faultOf(error) }))
        .finally(() => underWay.delete(done));
      underWay.add(done);
    },
    async settled() {
      await Promise.all(underWay);
    },
  };
}
