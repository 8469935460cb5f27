import { days, hours, minutes, seconds } from '@foyer/contract/time';

/** Numbers that only the service itself has. Durations are milliseconds. */

/** argon2id with OWASP's smallest parameters; what is stored with others is hashed anew at the next sign-in. */
export const hashing = {
  memoryKiB: 19456,
  passes: 2,
  lanes: 1,
  /** Those who find this many waiting before them are asked to come back. */
  waiting: 120,
  comeBackAfter: seconds(1),
} as const;

export const databasePool = {
  connections: 10,
  connectWithin: seconds(2),
  statementWithin: seconds(3),
  /** For a database that does not even say that it is late. */
  answerWithin: seconds(4),
  idleFor: seconds(30),
  migrateWithin: minutes(2),
} as const;

export const redisClient = {
  answerWithin: 300,
  /** Questions that may be under way; while so many have no answer, no more are asked. */
  unanswered: 20_000,
  reconnectAfterAtMost: seconds(2),
  /** Each process alone allows one part in this many while Redis is away. */
  shareWithoutIt: 4,
} as const;

export const connections = {
  /** How long the rest of a body that is too large is let past unread, so that the answer is read. */
  heardOutFor: seconds(1),
  headersWithin: seconds(8),
  requestWithin: seconds(15),
  keptAliveFor: seconds(65),
  lookedAtEvery: seconds(2),
  finishWithin: seconds(10),
} as const;

export const clockSync = {
  comparedEvery: minutes(1),
  /** A database whose clock falls back by more is not followed: what has ended would live again. */
  followedBackBy: seconds(5),
} as const;

/** Long enough for a code that was asked for at the last moment to completeSignIn, and short for whoever finds the screen. */
export const pendingSignIn = { livesFor: minutes(15) } as const;
export const personSearch = { livesFor: minutes(15) } as const;

/** How often a place may ask for companies, and after how many misses a person must be at it. */
export const companyFinder = { perMinute: 10, missesFree: 5 } as const;

/** Someone at their company's door. */
export const ssoRequest = {
  comesBackWithin: minutes(10),
  /** How long someone unknown there may take to name and prove an account. */
  bindsWithin: minutes(15),
} as const;

/** What other people's identity providers are allowed. */
export const identityProvider = {
  answersWithin: seconds(4),
  answerBytes: 512 * 1024,
  /** How long what one says of itself is believed without asking again. */
  describedFor: hours(1),
  /** How far its clock may be off. */
  skew: minutes(1),
  responseBytes: 256 * 1024,
} as const;

/** Codes an hour from one place, and in a minute over all: what stands between us and somebody else's telephone bill. */
export const sending = {
  perAddress: 20,
  perNetwork: 100,
  perBrowser: 10,
  perFingerprint: 60,
  everyoneAMinute: 300,
} as const;

/** Wrong codes in a row, whenever they were: from then on this address needs another way in. */
export const guessing = { wrongInARow: 100 } as const;

/**
 * Hashes that a puzzle of the human check takes at most, from a place that sent nothing to one that may send no more. That
 * other browsers look the same says less than an address: it goes half the way.
 */
export const puzzle = { ordinary: 50_000, hardestBy: 20, looksWeigh: 0.5, livesFor: minutes(5) } as const;

export const messages = {
  acceptedWithin: seconds(4),
  /** So many failures in a row, and nobody is kept waiting for a gateway that is down… */
  failuresInARow: 5,
  /** …until somebody tries again after this. */
  triedAgainAfter: seconds(30),
} as const;

/** To a mail server. A mail whose line the server had closed is tried again that often. */
export const mailLine = { connections: 20, triedAgain: 1 } as const;

/** What a verified code proves has to be used within this. */
export const proof = { livesFor: minutes(10) } as const;

/**
 * An answer that was lost may be asked for again: not in the same moment, which is a race and has one winner, and not
 * for long.
 */
export const replay = { after: seconds(1), within: seconds(60) } as const;

/** How long someone new may set a first password without being asked anything else. */
export const passwordOffer = { livesFor: minutes(10) } as const;

/** What has ended is kept this long, for questions, and looked for this often. */
export const sweeping = {
  every: hours(1),
  keptFor: hours(24),
  /** Where an account has been: as long as a browser keeps its name. */
  browsersKeptFor: days(400),
  eventCountsKeptFor: days(400),
} as const;

export const readiness = { answerWithin: seconds(2) } as const;

export const cspReport = { bodyBytes: 8 * 1024, perMinute: 60 } as const;

/** Beacons from one address. More are not heard: nobody does that much on a sign-in page. */
export const beacon = { bodyBytes: 16 * 1024, perMinute: 60 } as const;

/** What the sandbox's page of events looks back on. */
export const funnel = { shows: days(6) } as const;

/** Banners and help articles. */
export const content = {
  readEvery: minutes(1),
  /** A CMS elsewhere is asked this often, and waited for this long. */
  cmsAskedEvery: minutes(5),
  cmsAnswersWithin: seconds(2),
  cmsBytes: 1024 * 1024,
  pictureBytes: 512 * 1024,
  bannersAtMost: 20,
  articlesAtMost: 400,
  bodyCharacters: 10_000,
  linkCharacters: 2048,
  /** The same reader counts once for an article within this. */
  hitCountsOnceIn: hours(1),
  hitsPerMinute: 30,
} as const;

export const caching = {
  hashedAssets: hours(24 * 365),
  otherAssets: hours(1),
  strictTransport: hours(24 * 730),
} as const;

/** What may wait in memory for a log reader that has stopped reading; the rest is dropped, not the service. */
export const logBuffer = { bytes: 4 * 1024 * 1024 } as const;

/** A code to scan: how long its answer waits to be fetched once the phone gave it… */
export const scanning = {
  answerLivesFor: minutes(2),
  /** …and how long an app may take to answer us. */
  patience: seconds(2),
  /** Questions a minute from one browser; a page asks every three seconds. */
  asksPerMinute: 60,
  /** A push of an app is as old as this at most, and its nonce is remembered as long. */
  pushWithin: minutes(10),
  /** One in this many of the calls that an address has may ask for a code: each costs a question to the app. */
  shareOfCalls: 10,
} as const;

/** The size of the poll cache in memory. */
export const pollCache = { values: 100_000 } as const;
