import { days, hours, minutes, seconds } from './time.ts';

/** Every number of the product, said once. Durations are milliseconds. */

export const qr = {
  boxPixels: 168,
  askEvery: seconds(3),
  expiresAfter: seconds(298),
  dingtalkReloadsEvery: minutes(3),
  reloadDelay: seconds(1),
  missesForgiven: 1,
} as const;

export const resend = {
  afterCode: seconds(60),
  afterSecondFactor: seconds(30),
} as const;

export const code = {
  length: 6,
  livesFor: minutes(5),
  tries: 5,
  wrongAnHour: 10,
  perMinute: 1,
  perHour: 5,
  perDay: 10,
  notArrivingAfter: seconds(30),
} as const;

/** `hardest` in hashes: more would keep a phone busy for a minute. */
export const humanCheck = { livesFor: minutes(2), hardest: 5_000_000 } as const;

export const password = { min: 8, max: 20 } as const;

/** What a password's parts are worth, and from where on it counts as more than low. */
export const strength = {
  length: { from: password.min, some: 5, upTo: 12, more: 10 },
  digit: 10,
  letters: { oneCase: 10, bothCases: 20 },
  special: { one: 10, more: 15 },
  middleOver: 25,
  highOver: 35,
} as const;

/** Wrong passwords for one account from one address. */
export const wrongPasswords = {
  /** How long the next try must wait after the first, second, third and fourth wrong one. */
  delays: [0, seconds(1), seconds(2), seconds(4)],
  /** This many lock the pair… */
  allowed: 5,
  /** …for this long, and are forgotten after as long without another. */
  lockFor: minutes(15),
  /** Wrong passwords from one address, whatever the account. */
  perAddressAMinute: 60,
  /** After this many for one account, from anywhere, a right one is told to the person… */
  toldFrom: 5,
  /** …unless it has been quiet for this long. */
  rememberedFor: hours(24),
} as const;

export const session = {
  idle: hours(12),
  absolute: days(7),
  /** How old "last seen" may grow before it is written again. */
  seenEvery: minutes(1),
} as const;

export const secondFactor = { trustBrowserFor: days(30) } as const;

export const idNumber = { min: 6 } as const;
export const identityCheck = { characters: 4, tries: 5, closedFor: hours(24) } as const;

/** How long the good news stands before the page goes on by itself. */
export const retrieve = { returnsAfter: seconds(5) } as const;

export const oneClick = { countdown: seconds(5), livesFor: minutes(5) } as const;
export const bindMobile = { livesFor: minutes(10) } as const;

export const sso = { accessCodeLivesFor: seconds(60), phoneDigits: 11 } as const;

export const inlineError = { shownFor: seconds(5) } as const;
export const toast = { shownFor: seconds(2) } as const;
/** How long the step one is at, and what was typed there, outlive a reload. */
export const persisted = { livesFor: minutes(15) } as const;
export const autofill = { lookAfter: seconds(1) } as const;
export const input = { maxLength: 1000 } as const;
/** The longest text of its kind that is read at all. */
export const longest = {
  email: 254,
  handle: 200,
  fingerprint: 128,
  companyDomain: 63,
  name: 100,
  idNumber: 20,
  /** An address to go to: what is longer is cut off by the page and refused by the gate. */
  targetKept: 4000,
  target: 2048,
  humanCheckProof: 4096,
  /** What an app says of the number, encrypted and signed. */
  appPayload: 4096,
  appCode: 256,
  /** What can be drawn as a code to scan. */
  qrContent: 2048,
  userAgent: 512,
  /** What is pasted into the few boxes of a code. */
  paste: 64,
} as const;
export const language = { keptFor: days(7) } as const;
export const banner = { turnsEvery: seconds(6) } as const;
export const articles = { pageNo: 1, pageSize: 10, pageSizeAtMost: 50, pageNoAtMost: 1000 } as const;

/** How long the page waits for an answer. */
export const answer = { within: seconds(12) } as const;
export const request = { bodyBytes: 64 * 1024 } as const;
/** Calls from one address, over all of the API. */
export const callsFromOneAddress = { perMinute: 1200 } as const;
