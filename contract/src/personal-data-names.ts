/** The parts of an export of personal data, in its order, and the fields of its rows. Each has a label in every language. */
export const exportSections = [
  'account',
  'attributes',
  'consents',
  'identities',
  'contactChanges',
  'waitingContactChanges',
  'sessions',
  'knownBrowsers',
  'trustedBrowsers',
  'rememberedAccounts',
  'applications',
  'applicationRoles',
  'applicationSessions',
  'applicationRecords',
  'applicationLogouts',
  'auditEvents',
  'pendingSignIns',
  'codes',
  'passwordSetups',
  'passkeys',
  'passkeyChallenges',
  'authenticators',
  'authenticatorSetups',
  'backupCodes',
  'importedPasswords',
  'idNumberClaims',
  'accountSearches',
] as const;
export type ExportSection = (typeof exportSections)[number];

export const exportFields = [
  'ouid',
  'externalId',
  'mobile',
  'email',
  'name',
  'latinName',
  'idNumber',
  'passwordChangedAt',
  'passwordResetAt',
  'secondFactor',
  'lastSecondFactor',
  'disabledAt',
  'lastSignInAt',
  'identityCheckedAt',
  'language',
  'realNameAt',
  'createdAt',
  'closesAt',
  'attribute',
  'value',
  'version',
  'agreedAt',
  'provider',
  'subject',
  'since',
  'kind',
  'before',
  'after',
  'changedAt',
  'undoneAt',
  'reason',
  'askedAt',
  'dueAt',
  'endedAt',
  'outcome',
  'state',
  'method',
  'factors',
  'device',
  'maskedIp',
  'shared',
  'provenAt',
  'lastSeenAt',
  'lastUsedAt',
  'expiresAt',
  'client',
  'scopes',
  'allowedAt',
  'roles',
  'groups',
  'model',
  'consumedAt',
  'at',
  'type',
  'actor',
  'factor',
  'details',
  'aaguid',
  'backedUp',
  'awaiting',
  'usedAt',
  'recipient',
  'bizType',
  'verifiedAt',
  'claimedAt',
] as const;
export type ExportField = (typeof exportFields)[number];

/** Values that an export shows in words: who did it, factors, states, and kinds of contacts. */
export type ExportWord =
  | 'person'
  | 'operator'
  | 'service'
  | 'sms'
  | 'mail'
  | 'totp'
  | 'backupCode'
  | 'mobile'
  | 'email'
  | 'open'
  | 'awaitingConsent'
  | 'closing'
  | 'secondFactor'
  | 'identityCheck'
  | 'done'
  | 'stopped'
  | 'dropped';
