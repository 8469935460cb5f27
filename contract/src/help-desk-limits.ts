import { seconds } from './time.ts';

export const helpDesk = {
  /** From the corner at the bottom right. */
  place: { right: 10, bottom: 96 },
  /** How far one key moves it, and how far a pointer goes before it is a drag. */
  step: 16,
  dragsFrom: 4,
  /** How long its articles stay when the pointer has left. */
  lingersFor: seconds(0.25),
} as const;
