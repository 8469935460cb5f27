import { days, hours, minutes, seconds } from './time.ts';

export * from './first-limits.ts';

/** Every limit that page and service share, defined once. Durations are in milliseconds. */

export const qr = {
  boxPixels: 168,
  pollInterval: seconds(3),
  expiresAfter: seconds(298),
  expiresSoon: seconds(30),
  refreshDelay: seconds(1),
  failedPollsTolerated: 1,
} as const;

/** A sign-in that continues on a phone. The numbers are those with two digits that can be read out without a leading zero. */
export const handoff = {
  /** Until a phone opens the link; then for the sign-in there; then for the answer, and for the computer to fetch it. */
  lifetime: minutes(5),
  signInLifetime: minutes(15),
  answerLifetime: minutes(2),
  firstNumber: 10,
  lastNumber: 99,
  /** After a person has said that they did not start it, or has typed wrong numbers, their account confirms none. */
  coolingOff: { notMine: minutes(15), wrongNumbers: { max: 3, window: hours(1) } },
} as const;

/** `maxNumber` is the most hashes a puzzle may need: more would keep a phone busy for a minute. */
export const humanCheck = { lifetime: minutes(2), maxNumber: 5_000_000 } as const;

export const password = { min: 8, max: 20 } as const;

/** Wrong passwords for one account name from one client IP. */
export const wrongPasswords = {
  /** Delay before the next attempt after the first, second, third and fourth wrong one. */
  delays: [0, seconds(1), seconds(2), seconds(4)],
  /** This many wrong attempts lock the pair of account name and client IP. */
  lockAfter: 5,
  /** Duration of the lock; wrong attempts are forgotten after the same time without another one. */
  lockFor: minutes(15),
  /** Wrong passwords from one client IP, over all account names. */
  perIpPerMinute: 60,
  /** After this many wrong attempts for one account name from any client IP, the account is notified of a successful one. */
  notifyFrom: 5,
  /** After this many for one account name from any client IP, an unknown browser needs the human check. */
  beforeHumanCheck: 20,
  /** After this many, an unknown browser has to sign in with a code instead. */
  beforeCode: 100,
  /** Wrong attempts from any IP address stop counting after this time without another one. */
  countedFor: hours(24),
} as const;

export const session = {
  idle: hours(12),
  absolute: days(7),
  /** "Last seen" is written again only when it is older than this. */
  lastSeenInterval: minutes(1),
  /** Of a person who has said that others use the computer. */
  shared: { idle: minutes(30), absolute: hours(8) },
} as const;

/** How long a proof counts as fresh, for what matters in an account. */
/** `maxWrong` wrong proofs end the session. */
export const freshProof = { lifetime: minutes(10), maxWrong: 10 } as const;

export const secondFactor = { trustBrowserFor: days(30) } as const;

/** Codes of an authenticator app, as RFC 6238 recommends them. */
export const totp = {
  period: seconds(30),
  /** So many periods before and after the current one are accepted, for phones whose clocks differ. */
  drift: 1,
  /** The length of the key in bytes, as long as the hash. */
  secretBytes: 20,
} as const;

/** `length` characters make a code; with fewer than `few` left, the person is advised to make new ones. */
export const backupCode = { count: 10, length: 10, few: 3 } as const;

/** How long a changed mobile number or e-mail address can be undone from the notice about it. */
export const contactUndo = { lifetime: hours(72) } as const;
/** How long a session can link again what it has unlinked. */
export const unlinkUndo = { lifetime: minutes(1) } as const;
/** How often lost second factors can be asked to be reset, and after which parts of the waiting time the person is told again. */
export const recovery = { limit: { max: 3, window: days(30) }, reminders: [1 / 2, 11 / 12] } as const;
/** How long a person can keep an account that is to be closed. */
export const closure = { delay: days(14) } as const;
export const passkey = {
  /** How long the page waits for an authenticator. */
  timeout: minutes(5),
  /** How long a challenge is valid. The autofill of the sign-in page asks for a new one earlier. */
  challengeLifetime: minutes(15),
  renewChallengeAfter: minutes(12),
  /** "Not now" is respected for this time. */
  offerAgainAfter: days(30),
  /** How long a browser may take to create a passkey without a question before the page continues. */
  silentTimeout: seconds(5),
} as const;

export const idNumber = { min: 6 } as const;
export const identityCheck = { characters: 4, maxAttempts: 5, lockFor: hours(24) } as const;

/** Delay before the page returns to sign-in by itself after a password reset. */
export const retrieve = { redirectAfter: seconds(5) } as const;
/** Delay before the page goes on to the workspace by itself after a registration. */
export const registered = { redirectAfter: seconds(5) } as const;

export const oneClick = { countdown: seconds(5), lifetime: minutes(5) } as const;
export const bindMobile = { lifetime: minutes(10) } as const;

export const sso = { accessCodeLifetime: seconds(60), phoneDigits: 11 } as const;

export const banner = { slideInterval: seconds(6) } as const;
export const articles = { pageNo: 1, pageSize: 10, maxPageSize: 50, maxPageNo: 1000 } as const;

/** How long the page waits for the response to an API call. */
export const apiCall = { timeout: seconds(12) } as const;
export const request = { bodyBytes: 64 * 1024 } as const;
/** Calls from one IP address, over the whole API. */
export const callsPerIp = { perMinute: 1200 } as const;
