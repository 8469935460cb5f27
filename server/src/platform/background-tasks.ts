import { type Log, errorFields } from './log.ts';

/** Work that no request waits for; the service finishes it before it stops. */
export interface BackgroundTasks {
  run(name: string, work: () => Promise<void>): void;
  /** Resolves when all tasks are done, also those that start during the wait. */
  settled(): Promise<void>;
}

export function createBackgroundTasks(log: Log): BackgroundTasks {
  const running = new Set<Promise<void>>();
  return {
    run(name, work) {
      const done: Promise<void> = work()
        .catch((error: unknown) => log.error({ event: name, ...errorFields(error) }))
        .finally(() => running.delete(done));
      running.add(done);
    },
    async settled() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
