import { seconds } from './time.ts';

/** How wide things are and where they stand: needed by what comes later, and so apart from the limits. */
export const dialogWidths = {
  consent: 520,
  bindAccount: 540,
  ssoDomain: 464,
  secondFactor: 464,
  setPassword: 464,
  identityCheck: 432,
  oneClick: 432,
} as const;
export const popoverWidth = 252;

export const helpDesk = {
  /** From the corner at the bottom right. */
  place: { right: 10, bottom: 96 },
  /** How far one key moves it, and how far a pointer goes before it is a drag. */
  step: 16,
  dragsFrom: 4,
  /** How long its articles stay when the pointer has left. */
  lingersFor: seconds(0.25),
} as const;
