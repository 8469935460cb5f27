import { days, hours, minutes, seconds } from '@foyer/contract/time';

/** Every number that only the service uses, defined once. Durations are in milliseconds. */

/** argon2id with the smallest parameters that OWASP recommends; a hash with other parameters is renewed at the next sign-in. */
export const hashing = {
  memoryKiB: 19456,
  passes: 2,
  lanes: 1,
  /** With this many passwords waiting for a hash, further requests are refused as busy. */
  maxQueued: 120,
  retryAfter: seconds(1),
} as const;

/** Password hashes of other systems. One that takes more than about half a second of a core is not imported. */
export const importedHashes = {
  bcryptCost: 13,
  argon2MemoryKiB: 131_072,
  /** Memory in KiB times passes. */
  argon2Work: 524_288,
  /** N times r times p; a KiB of memory is eight of them. */
  scryptWork: 1_048_576,
  /** Iterations times the blocks of the digest; twice as many with SHA-512, which takes twice as long. */
  pbkdf2Work: 2_000_000,
  /** They are slower than ours: with this many in the queue, or a longer wait ahead, further ones are refused as busy. */
  maxQueued: 20,
  longestWait: seconds(3),
} as const;

/** Text messages about an account to one number, beside codes. Mails are not limited, because they cost nothing. */
export const textNotices = {
  limits: [
    { max: 30, window: hours(1) },
    { max: 100, window: days(1) },
  ],
} as const;

/** How long the page may take to send the password itself, once it was asked to. */
export const plainPassword = { lifetime: minutes(1) } as const;

/** The search of operators for people: how many characters it needs, and how many people it shows. */
export const operatorSearch = {
  minLength: 3,
  /** Of a text with Chinese characters: a name has two or three. */
  minChineseLength: 2,
  shown: 20,
  maxShown: 100,
} as const;

/** How many rows of the audit trail a command shows. */
export const auditList = { shown: 50, maxShown: 10_000 } as const;

export const peopleImport = {
  /** People who are stored by one statement. */
  batch: 1000,
  maxLineLength: 65_536,
  /** How long imported passwords are accepted, in days. */
  passwordDays: 90,
  maxPasswordDays: 365,
  maxIdentities: 20,
  maxSubjectLength: 255,
} as const;

/** What the operator keeps about a person: it stands in answers and tokens, with all the others. */
export const attributes = { maxNameLength: 40, maxLength: 255, maxInList: 50 } as const;

/** What a person may have at one application: it all stands in one token. */
export const accountRoles = { max: 100, maxLength: 100 } as const;

export const redisClient = {
  commandTimeout: 300,
  /** Commands without a reply; above this number no further command is sent. */
  maxPending: 20_000,
  maxReconnectDelay: seconds(2),
  /** While Redis is unavailable, each process allows the limit divided by this number. */
  memoryLimitDivisor: 4,
} as const;

export const connections = {
  /** The rest of a body that is too large is read and discarded for this long, so that the client gets the response. */
  drainBodyFor: seconds(1),
  headersTimeout: seconds(8),
  requestTimeout: seconds(15),
  keepAliveTimeout: seconds(65),
  checkInterval: seconds(2),
  /** In production, for a load balancer to notice that this node is not ready. */
  drainTime: seconds(5),
  shutdownTimeout: seconds(10),
} as const;

export const clockSync = {
  interval: minutes(1),
  /** A larger step backwards of the database's clock is ignored: ours never goes back, and would stand still for as long. */
  maxBackwardStep: seconds(5),
} as const;

/** Long enough to use a code that was sent at the last moment, short enough for an unattended screen. */
export const pendingSignIn = { lifetime: minutes(15) } as const;
export const accountSearch = { lifetime: minutes(15) } as const;

/** Lookups of a company by its domain from one client IP; after too many unknown domains a human check is required. */
export const companyLookup = { perIpPerMinute: 10, missesBeforeHumanCheck: 5 } as const;

export const ssoRequest = {
  lifetime: minutes(10),
  /** Time to bind an unknown company user to an account. */
  bindLifetime: minutes(15),
} as const;

/** Lifetimes of what applications receive by OpenID Connect. */
export const oidcLifetimes = {
  /** From the request of an application to the end of the sign-in, with registration or a company's sign-in in between. */
  interaction: hours(1),
  authorizationCode: minutes(1),
  accessToken: hours(1),
  /** A token that an API checks by itself counts until its end, also after a sign-out. */
  apiToken: minutes(10),
  idToken: hours(1),
  /** Without use; each use gives a new one. */
  refreshToken: days(30),
  /** Unless a client has another one: so long a used refresh token gives the same successor again. */
  refreshGrace: seconds(10),
  /** For all refresh tokens of one sign-in together. */
  grant: days(365),
} as const;

/** Device authorization: the code that a person types, and how its application polls (RFC 8628). */
export const deviceCodes = {
  /** Time to walk to another device, to sign in there and to answer. */
  lifetime: minutes(10),
  interval: seconds(5),
  /** A poll that comes earlier by this was delayed on its way less than the one before. */
  tolerance: seconds(1),
  /** Added to the interval of a client that polls too early. */
  slowDownBy: seconds(5),
  /** Codes that do not exist, from one client IP, from its network, and by one account. */
  wrongPerIp: { max: 20, window: hours(1) },
  wrongPerNetwork: { max: 100, window: hours(1) },
  wrongPerAccount: { max: 20, window: hours(1) },
} as const;

/** The token by which an application behind a reverse proxy checks who signed in. */
export const applicationToken = {
  lifetime: minutes(2),
  /** A session gets the same token for this long, so that at least a minute of its lifetime is left. */
  reuse: minutes(1),
  /** Tokens kept in memory, about 1 kB each. */
  kept: 20_000,
} as const;

export const oidcKeyRotation = {
  /** How often each node looks for a new key. */
  refreshInterval: minutes(1),
  /** A new key signs only when every node publishes it. */
  signsAfter: minutes(3),
} as const;

/** An application that does not accept a logout is tried again, each time after twice the time, for about two days. */
export const backchannelLogout = {
  interval: seconds(2),
  firstDelay: seconds(10),
  maxDelay: hours(4),
  maxAttempts: 22,
  batch: 20,
} as const;

/**
 * Events for applications of the operator, by webhook. The first attempt is made at once, the tenth about three days later; a
 * delay varies by a tenth, so that what failed at once is not tried again at once.
 */
export const webhooks = {
  interval: seconds(2),
  delays: [seconds(10), minutes(1), minutes(10), minutes(30), hours(2), hours(6), hours(12), hours(24), hours(26)],
  maxAttempts: 10,
  /** How long a node has for an attempt, before another one makes it. */
  lease: minutes(1),
  timeout: seconds(10),
  /** Attempts of one node at one endpoint at the same time. */
  atOnce: 10,
  /** Results that one process stores at the same time. */
  statementsAtOnce: 3,
  /** Events that one statement publishes. */
  batch: 1000,
  /** No delivery was accepted for this long: the endpoint is switched off. */
  disableAfter: days(5),
  /** Of events and the log of deliveries. */
  retention: days(30),
  /** The previous secret signs as long as this beside a new one, in hours, unless the operator says otherwise. */
  overlapHours: 24,
} as const;

/** Company certificates: how long before its end an event says so. The second one is for whoever missed the first. */
export const certificateWarnings = { interval: hours(1), before: [days(30), days(7)] } as const;

/** Limits for the identity providers of companies. */
export const identityProvider = {
  timeout: seconds(8),
  maxBytes: 512 * 1024,
  /** How long the OpenID metadata of a provider is cached. */
  metadataLifetime: hours(1),
  /** Accepted difference between its clock and ours. */
  clockSkew: minutes(1),
  maxSamlResponseBytes: 256 * 1024,
} as const;

/** One-time codes per hour from one source, and per minute over all recipients: limits the cost of SMS abuse. */
export const codeSending = {
  perIp: 20,
  perNetwork: 100,
  perBrowser: 10,
  perFingerprint: 60,
  perMinute: 300,
} as const;

/** A quota keeps the time of each use, but counts uses in buckets where each of its limits is higher than `maxListed`. */
export const quotaCounting = { maxListed: 100, buckets: 60 } as const;

/**
 * After this many wrong codes in a row no codes are sent to the recipient, until a sign-in of its owner ends the row or
 * the wrong codes are older than `countedFor`.
 */
export const wrongCodes = { maxInARow: 100, countedFor: days(3) } as const;

/**
 * The cost of a human-check puzzle is its maximum number of hashes. It rises from `baseCost`, by up to `maxFactor`, with
 * the codes sent from the same source. Equal fingerprints say less than equal IPs, so they have only `fingerprintWeight`.
 */
export const puzzle = { baseCost: 50_000, maxFactor: 20, fingerprintWeight: 0.5, lifetime: minutes(5) } as const;

export const messaging = {
  timeout: seconds(4),
  /**
   * Failures in a row that open the circuit breaker, and the time until one request is tried again: short, because people
   * get no codes until then, even if the gateway works again.
   */
  breakerOpensAfter: 5,
  breakerRetryAfter: seconds(3),
} as const;

/** `maxRequeues`: how often a mail is retried whose connection the server has closed. */
export const smtp = { maxConnections: 20, maxRequeues: 1 } as const;

/** A code that was verified and not used yet. */
export const verifiedCode = { lifetime: minutes(10) } as const;

/**
 * A client that lost the response may repeat the request, from `after` until `window` after the first request. Before
 * `after`, a second request is a concurrent one and is refused.
 */
export const retry = { after: seconds(1), window: seconds(60) } as const;

/** Accounts that the sign-in page offers in one browser, and how long after their last sign-in there. */
export const rememberedAccounts = { max: 3, lifetime: days(90) } as const;

/** How long a new account may set its first password without another check. */
export const passwordSetup = { lifetime: minutes(10) } as const;

/** Expired rows are kept for support questions, then deleted. */
export const sweeping = {
  interval: hours(1),
  /** Rows that one statement deletes. */
  batch: 1000,
  retention: hours(24),
  /** As long as the browser's cookie lives. */
  browserRetention: days(400),
  eventCountRetention: days(400),
} as const;

/** The audit trail: kept for six months, as the privacy policy says of security logs; how much of it one response contains. */
export const audit = { retention: days(184), pageSize: 50 } as const;
/** Accounts that are erased in one transaction. */
export const erasure = { batch: 100, interval: minutes(5) } as const;

/** Changes of contacts that an operator was asked for: how many are read at a time once they are due. */
export const contactChangeTask = { batch: 100, interval: minutes(5) } as const;

/** What an operator writes about a change. */
export const operatorReason = { maxLength: 500 } as const;

/** Spans that wait to be sent to the OpenTelemetry collector; more are dropped. */
export const tracing = { interval: seconds(5), batch: 512, maxQueued: 4096, timeout: seconds(10) } as const;

/** How long a number that is expensive to count is used for /metrics. */
export const metricsCache = { lifetime: minutes(1) } as const;

/** Client IPs that are kept in memory by the headers from which they were read. */
export const clientIps = { kept: 20_000, maxKeyLength: 200 } as const;

export const readiness = { timeout: seconds(2) } as const;

export const cspReport = { maxBytes: 8 * 1024, perMinute: 60 } as const;

/** Analytics beacons from one client IP; more are dropped. */
export const beacon = { maxBytes: 16 * 1024, perMinute: 60 } as const;

/** The period that the sandbox's page of events shows. */
export const funnel = { period: days(6) } as const;

/** A signed notification of a provider is rejected when its timestamp differs from our clock by more than this. */
export const notification = { maxClockDifference: minutes(10) } as const;

/** Banners and help articles. */
export const content = {
  refreshInterval: minutes(1),
  cmsRefreshInterval: minutes(5),
  cmsTimeout: seconds(2),
  maxCmsBytes: 1024 * 1024,
  maxPictureBytes: 512 * 1024,
  maxBanners: 20,
  maxArticles: 400,
  maxBodyLength: 10_000,
  maxLinkLength: 2048,
  /** Repeated hits of one reader on an article count once per interval. */
  hitInterval: hours(1),
  hitsPerMinute: 30,
} as const;

/** Pictures of the brand, which are kept in memory. */
export const brandFiles = { maxBytes: 512 * 1024 } as const;

export const caching = {
  hashedAssets: hours(24 * 365),
  otherAssets: hours(1),
  strictTransportSecurity: hours(24 * 730),
} as const;

/** Log lines are written in batches. A process that is killed loses what it logged in the last interval. */
export const logBuffer = {
  /** Characters; a batch of this length is written at once. */
  batchLength: 4 * 1024,
  flushInterval: 100,
  /** For a reader that has stopped reading; further lines are dropped. */
  maxBytes: 4 * 1024 * 1024,
} as const;

export const scanning = {
  /** How long the result of a scan can be fetched after the phone confirmed it. */
  resultLifetime: minutes(2),
  /** For a response of an app's API. */
  timeout: seconds(2),
  /** From one browser; a page polls every three seconds. */
  pollsPerMinute: 60,
  /** QR codes per client IP: the call limit divided by this, because each costs a call to the app's API. */
  callsPerQrRequest: 10,
} as const;

/** The size of the poll cache in memory. */
export const pollCache = { values: 100_000 } as const;

/** How long the person has to confirm a new authenticator app. */
export const authenticatorSetup = { lifetime: minutes(15) } as const;
