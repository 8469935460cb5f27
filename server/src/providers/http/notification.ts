import { minutes } from '@foyer/contract/time';

/** A signed notification of a provider is rejected when its timestamp differs from our clock by more than this. */
export const notification = { maxClockDifference: minutes(10) } as const;
