import { days, minutes, seconds } from './time.ts';

/** Those of `limits.ts` that the sign-in page needs at once: their file is part of its first load. */

export const resend = {
  afterCode: seconds(60),
  afterSecondFactor: seconds(30),
} as const;

export const code = {
  length: 6,
  lifetime: minutes(5),
  maxAttempts: 5,
  wrongPerHour: 10,
  perMinute: 1,
  perHour: 5,
  perDay: 10,
  /** Beyond these, to one recipient from browsers that the owner has never used; each from another network. */
  extraPerDay: 10,
  lateAfter: seconds(30),
} as const;

export const inlineError = { shownFor: seconds(5) } as const;

export const toast = { shownFor: seconds(2) } as const;

/** How long the current step and its typed values survive a reload. */
export const persisted = { lifetime: minutes(15) } as const;

export const autofill = { checkAfter: seconds(1) } as const;

export const input = { maxLength: 1000 } as const;

/** `waitsForParts`: how long a chosen language waits for parts of the page that are still loading. */
export const language = { cookieLifetime: days(7), waitsForParts: seconds(3) } as const;

/** The maximum length of each kind of text; longer input is rejected. */
export const longest = {
  email: 254,
  handle: 200,
  /** The page cuts a longer access code; another back end may use a signed token. */
  accessCode: 4000,
  fingerprint: 128,
  companyDomain: 63,
  name: 100,
  idNumber: 20,
  /** Redirect URLs: the page cuts query parameters at the first limit, the redirect allowlist refuses above the second. */
  redirectParam: 4000,
  redirectUrl: 2048,
  humanCheckProof: 4096,
  /** Of a passkey, as base64url: its ID has up to 1023 bytes, the ID of its owner up to 64. */
  credentialId: 1364,
  userHandle: 86,
  credentialData: 4096,
  passkeyName: 60,
  /** The phone number as sent by an app: encrypted and signed. */
  appPayload: 4096,
  appCode: 256,
  /** The content of a QR code. */
  qrContent: 2048,
  userAgent: 512,
  /** Text pasted into a code or ID number field. */
  paste: 64,
  /** What an application says about the document that a person is to sign. */
  documentTitle: 100,
  documentSender: 60,
} as const;
