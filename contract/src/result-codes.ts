/** The names of the numeric result codes. Codes below 10000000 and those marked * are defined by the specification. */
export const resultCodes = {
  done: 0, // *
  pending: 400, // * while polling, and nowhere else

  malformed: 10000001,
  notSignedIn: 10000002,
  forbidden: 10000003,
  tooManyRequests: 10000004,
  internalError: 10000005,
  providerError: 10000006,
  notFound: 10000007,
  busy: 10000008,

  wrongCredentials: 10000010,
  waitBeforeRetry: 10000011,
  lockedOut: 10000012,
  accountDisabled: 10000013,
  commonPassword: 10000014,
  passwordAlreadySet: 10000015,
  needsCode: 10000016,
  needsPlainPassword: 10000017,
  needsFreshProof: 10000018,
  lastWayIn: 10000019,

  needsMobile: 10000023, // *
  authorisationExpired: 10000024, // *
  scanDeclined: 10000026,
  scanFromOtherCountry: 10000027,
  mainlandMobileOnly: 10000028, // *
  mobileAlreadyBound: 10000029, // *
  needsIdentityCheck: 10000031,
  wrongIdSuffix: 10000032,
  identityCheckClosed: 10000033,

  wrongCode: 10000041,
  expiredCode: 10000042,
  tooManyCodeTries: 10000043,
  codeTooSoon: 10000044,
  codeLimitReached: 10000045,
  codeNotSent: 10000046,
  cannotReceiveCodes: 10000047,
  unknownServiceId: 10000048,
  codeAlreadyUsed: 10000049,

  needsHumanCheck: 10000051,
  humanCheckFailed: 10000052,
  humanCheckExpired: 10000053,

  needsAgreement: 10000061,
  accountTaken: 10000062,
  agreementOutdated: 10000063,
  registeredBefore: 10000064,

  ssoFailed: 10000071,
  ssoExpired: 10000072,
  emailOnly: 10000073,
  boundElsewhere: 10000074,
  notAMember: 10000075,
  ssoCancelled: 10000076,
  identityTaken: 10000077,

  noSecondFactor: 10000091,
  lastSecondFactor: 10000092,
  secondFactorRequired: 10000093,
  secondFactorUnavailable: 10000094,

  contactTaken: 10000101,
  lastContact: 10000102,
  secondFactorNeedsMobile: 10000103,
  undoExpired: 10000104,
  needsContactCode: 10000105,
  contactsTooSoon: 10000106,
  contactReserved: 10000107,
  nameOnRecord: 10000108,
  passkeyFailed: 10000081,
  unknownPasskey: 10000082,
} as const;

/** Codes inside a successful result of a poll that say the person has no mobile number bound. */
export const scanCodesThatBind = [432101, 432102] as const;

export type ResultName = keyof typeof resultCodes;
export type RefusalName = Exclude<ResultName, 'done'>;
export const refusalNames = Object.keys(resultCodes).filter((name) => name !== 'done') as RefusalName[];

/** Business refusals are HTTP 200; these have an HTTP status of their own. */
const httpStatuses: { [Name in RefusalName]?: number } = {
  malformed: 400,
  notSignedIn: 401,
  forbidden: 403,
  notFound: 404,
  tooManyRequests: 429,
  waitBeforeRetry: 429,
  lockedOut: 429,
  codeTooSoon: 429,
  codeLimitReached: 429,
  internalError: 500,
  providerError: 502,
  codeNotSent: 502,
  busy: 503,
};

export const httpStatusOf = (name: ResultName) => (name === 'done' ? 200 : (httpStatuses[name] ?? 200));
