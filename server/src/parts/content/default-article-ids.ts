import type { RefusalName } from '@foyer/contract/result-codes';

/** What each article explains, in the order in which they are offered. */
export const explainedRefusals = {
  'code-not-arriving': ['codeNotSent', 'codeTooSoon', 'codeLimitReached', 'cannotReceiveCodes'],
  'forgotten-password': [],
  'forgotten-account': [],
  'qr-code': ['authorisationExpired', 'pending'],
  'code-refused': ['wrongCode', 'expiredCode', 'tooManyCodeTries', 'unknownService'],
  'locked-out': ['lockedOut', 'waitBeforeRetry', 'accountDisabled', 'tooManyRequests'],
  'bind-mobile': ['needsMobile', 'mobileAlreadyBound', 'mainlandMobileOnly'],
  'second-factor': [],
  'company-sign-in': ['ssoFailed', 'ssoExpired', 'emailOnly', 'boundElsewhere', 'notAMember'],
  'identity-check': ['needsIdentityCheck', 'wrongIdSuffix', 'identityCheckClosed'],
  'choosing-a-password': ['commonPassword', 'passwordAlreadySet', 'accountTaken'],
  'wrong-password': ['wrongCredentials'],
  'security-check': ['needsHumanCheck', 'humanCheckFailed', 'humanCheckExpired'],
  'cookies-off': ['notSignedIn', 'forbidden'],
  agreement: ['needsAgreement', 'agreementOutdated'],
} as const satisfies Record<string, readonly RefusalName[]>;

export type ArticleTexts = Record<keyof typeof explainedRefusals, { title: string; summary: string; body: string }>;
