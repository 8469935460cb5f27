/** What can follow the first factor, the default order first. `totp` is the code of an authenticator app. */
export const secondFactors = ['passkey', 'totp', 'sms', 'backupCode'] as const;
export type SecondFactor = (typeof secondFactors)[number];
