import type { PageEvent } from '@foyer/contract/flows/events';

const waiting: PageEvent[] = [];
let pass = (event: PageEvent): void => void waiting.push(event);

/** Something happened that is counted. Kept until the part that tells the service has come. */
export const track = (event: PageEvent) => pass(event);

export function setTracker(next: (event: PageEvent) => void) {
  pass = next;
  for (const event of waiting.splice(0)) next(event);
}
