import { seconds } from './time.ts';

export const helpDesk = {
  /** Distance from the bottom of the window, in pixels. */
  defaultOffset: 104,
  /** How far an arrow key moves it, and how far a pointer moves before it drags. */
  keyStep: 16,
  dragThreshold: 4,
  /** How long the pointer rests on it before it opens, and how long it stays open after the pointer has left. */
  hoverDelay: seconds(0.25),
} as const;

/** Widths in pixels. */
export const dialogWidths = {
  agreement: 520,
  bindAccount: 540,
  ssoDomain: 464,
  secondFactor: 464,
  authenticator: 520,
  setPassword: 464,
  identityCheck: 432,
  oneClick: 432,
  passkey: 464,
  confirm: 432,
} as const;
export const popoverWidth = 252;
