/** Needed only by what comes later, and so apart from the limits. */
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
