import type { ServiceAccess } from '../service-client.ts';

/** Durations in milliseconds. The sandbox has its own copy because it imports nothing from the other workspaces. */
export const seconds = (n: number) => n * 1000;
export const minutes = (n: number) => seconds(60 * n);
export const hours = (n: number) => minutes(60 * n);
export const days = (n: number) => hours(24 * n);

export type Clock = ReturnType<typeof createClock>;

/** The service's clock, which the panel shows and moves. Every simulated server uses it too. */
export function createClock(service: ServiceAccess) {
  let ahead = 0;
  return {
    now: () => service.now(),
    /** The difference to real time. */
    ahead: () => ahead,
    move(ms: number) {
      service.moveClock(ms);
      ahead += ms;
    },
    reset() {
      if (service.resetClock) service.resetClock();
      else service.moveClock(-ahead);
      ahead = 0;
    },
  };
}
