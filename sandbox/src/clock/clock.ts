import type { EventCounts } from '../funnel/funnel.ts';

/** What the service lets the sandbox do with it. */
export interface Hand {
  now(): number;
  moveClock(ms: number): void;
  resetClock?(): void;
  /** Where people see the service. */
  publicUrl: string;
  /** The path that its calls live under. */
  apiBase: string;
  /** What happened on the pages lately; nothing where nobody counts. */
  eventCounts?: EventCounts;
  callService: CallService;
}

/** Calls the service from outside, as the servers of other companies do. */
export type CallService = (
  path: string,
  request: { method: 'GET' | 'POST'; headers?: Record<string, string>; body?: string },
) => Promise<{ status: number; body: string }>;

export type Clock = ReturnType<typeof createClock>;

/** The service's clock, as the panel shows and moves it. The rest of the sandbox lives by it too. */
export function createClock(hand: Hand) {
  let moved = 0;
  return {
    now: () => hand.now(),
    /** How far it was moved from real time. */
    ahead: () => moved,
    move(ms: number) {
      hand.moveClock(ms);
      moved += ms;
    },
    reset() {
      if (hand.resetClock) hand.resetClock();
      else hand.moveClock(-moved);
      moved = 0;
    },
  };
}
