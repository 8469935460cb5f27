import { languages } from '@foyer/contract/language';
import type { RefusalName } from '@foyer/contract/result-codes';
import type { ContentText } from './content-shape.ts';
import { englishArticles } from './default-articles.en-US.ts';
import { chineseArticles } from './default-articles.zh-CN.ts';

/** What each article explains, in the order in which they are offered. */
const explained = {
  'code-not-arriving': ['codeNotSent', 'codeTooSoon', 'codeLimitReached', 'cannotReceiveCodes'],
  'forgotten-password': [],
  'forgotten-account': [],
  'qr-code': ['authorisationExpired', 'nothingYet'],
  'code-refused': ['wrongCode', 'expiredCode', 'tooManyCodeTries', 'unknownService'],
  'locked-out': ['lockedOut', 'waitBeforeRetry', 'accountDisabled', 'tooMany'],
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

export type ArticleTexts = Record<keyof typeof explained, { title: string; summary: string; body: string }>;

const texts = { 'zh-CN': chineseArticles, 'en-US': englishArticles };

export const defaultArticles: NonNullable<ContentText['articles']> = Object.entries(explained).flatMap(
  ([id, explains]) =>
    languages.map((language) => ({
      id,
      language,
      explains: [...explains],
      ...texts[language][id as keyof ArticleTexts],
    })),
);
