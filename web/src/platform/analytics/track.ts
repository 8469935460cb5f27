import type { PageEvent } from '@foyer/contract/flows/events';

const queue: PageEvent[] = [];
let deliver = (event: PageEvent): void => void queue.push(event);

/** Counts an event. Events are queued until `analytics.ts` is loaded, which sends them. */
export const track = (event: PageEvent) => deliver(event);

export function setTracker(next: (event: PageEvent) => void) {
  deliver = next;
  for (const event of queue.splice(0)) next(event);
}
