/// <reference types="vite/types/importMeta.d.ts" />
import type { BizType } from '../flows/send-code.ts';
import type { Language } from '../language.ts';
import type { ScanApp } from '../pages/page-config.ts';
import type { ExportField, ExportSection, ExportWord } from '../personal-data-names.ts';
import type { RefusalName } from '../result-codes.ts';
import type { FirstTexts, LaterTexts } from './page-texts.ts';
import { type RefusalTexts, textOfRefusal } from './refusal-texts.ts';

/** The parts of a mail in the order in which they are printed. */
export interface MailText {
  subject: string;
  title: string;
  lines: string[];
  code?: string;
  /** The only link of a mail, as a button. */
  action?: { label: string; link: string };
  /** What happened, where and when, as a table. */
  details?: { label: string; value: string }[];
  /** Printed smaller. */
  after: string[];
  /** Who sends the mail, and how to reach them. */
  footer: string;
}

export interface CodeMail {
  brand: string;
  company: string;
  title: string;
  /** Undefined when there is no account, and so nothing to prove. */
  code: string | undefined;
  minutes: number;
  purpose: string;
  device: string;
  address: string;
  support: string;
}

/** Security notices: the person learns of a change that they may not have made. */
export type NoticeKind =
  | 'passwordChanged'
  | 'mobileBound'
  | 'idNumberCorrected'
  | 'idNumberClaimed'
  | 'newDevice'
  | 'correctPasswordAfterFailures'
  | 'companyLinked'
  | 'identityUnlinked'
  | 'secondFactorOn'
  | 'secondFactorOff'
  | 'authenticatorAdded'
  | 'authenticatorRemoved'
  | 'backupCodesCreated'
  | 'backupCodeUsed'
  | `${'mobile' | 'email'}${'Added' | 'Changed' | 'Removed'}`
  | 'contactChangeUndone'
  | `${'mobile' | 'email'}ChangeAsked`
  | 'contactChangeStopped'
  | 'dataExported'
  | 'closureRequested'
  | 'closureCancelled'
  | 'accountErased'
  | 'accountMerged'
  | 'secondFactorReset'
  | 'recoveryAsked'
  | 'recoveryStopped'
  | 'recoveryMade'
  | 'passkeyAdded'
  | 'passkeyRemoved'
  | `${ScanApp}Linked`;

/** Why a change that support was asked for is not made. */
export type ChangeNotMade =
  | 'stoppedByLink'
  | 'stoppedByStaff'
  | 'contactTaken'
  | 'changedMeanwhile'
  | 'lastWayIn'
  | 'secondFactorNeedsMobile';

/** What a person can do who did not make a change. */
export type NoticeAdvice = 'resetPassword' | 'removeFactor' | 'endSession' | 'checkAccount';

export interface NoticeMail {
  brand: string;
  company: string;
  title: string;
  /** The masked account name. */
  account: string;
  time: string;
  device: string;
  /** Empty where there is no device to recognize, as of what an operator did. */
  address: string;
  support: string;
  /** Only of a change that can be undone: where, and until when. */
  undo?: { link: string; until: string } | undefined;
  /** Only of a change that takes place later: where it can be stopped until then. */
  stop?: { link: string; until: string } | undefined;
  /** Only of an account that is to be closed. */
  closesAt?: string | undefined;
  /** Only of an account that does not exist any more. */
  erased?: boolean | undefined;
  /** Only of a change that is not made: why. */
  notMade?: string | undefined;
  /** What to do if it was someone else, and where; nothing where the notice itself says it. */
  advice?: { is: NoticeAdvice; link: string } | undefined;
  /** Only of a sign-in: how, and from which country. */
  way?: string | undefined;
  country?: string | undefined;
  /** An operator did it. */
  byOperator?: boolean | undefined;
}

export interface WechatOffer {
  brand: string;
  site: string;
  device: string;
  address: string;
  time: string;
  link: string;
  /** The masked account that WeChat is linked to, where no one is signed in. */
  account: string | null;
}

/** What the service writes by itself: in responses, mails, text messages and the chat of the WeChat account. */
export interface Messages {
  success: string;
  codePurposes: Record<BizType, string>;
  codeTitles: Record<BizType, string>;
  /** The subject holds no code: a locked phone shows the subject to everyone near it. */
  codeMail(values: CodeMail): MailText;
  /** Part of a sentence in a text message. */
  noticeEvents: Record<NoticeKind, string>;
  /** Titles of mails. */
  noticeTitles: Record<NoticeKind, string>;
  /** Holds no code, and one link: to the page of ours on which the person can stop, undo or mend what it is about. */
  noticeMail(values: NoticeMail): MailText;
  changeNotMade: Record<ChangeNotMade, string>;
  wechat: {
    /** The device comes first, so that a person who was sent a foreign QR code sees whose device would be signed in. */
    offer(values: WechatOffer): string;
    expired: string;
    away: string;
  };
}

/** The labels of an export of personal data. */
export interface PersonalDataTexts {
  title: string;
  lead(values: { brand: string; time: string }): string;
  none: string;
  yes: string;
  no: string;
  sections: Record<ExportSection, string>;
  fields: Record<ExportField, string>;
  /** Values of fields, by the name under which they are stored. Ways to sign in and events have the words of the page. */
  words: Record<ExportWord, string>;
}

/** The built-in help articles with the refusals that each explains, in the order in which they are listed. */
export const explainedRefusals = {
  'code-not-arriving': ['codeNotSent', 'codeTooSoon', 'codeLimitReached', 'cannotReceiveCodes'],
  'forgotten-password': [],
  'forgotten-account': [],
  'qr-code': ['authorisationExpired', 'pending'],
  'code-refused': ['wrongCode', 'expiredCode', 'tooManyCodeTries', 'unknownServiceId', 'codeAlreadyUsed'],
  'locked-out': ['lockedOut', 'waitBeforeRetry', 'accountDisabled', 'tooManyRequests'],
  'bind-mobile': ['needsMobile', 'mobileAlreadyBound', 'mainlandMobileOnly'],
  'second-factor': ['noSecondFactor', 'lastSecondFactor', 'secondFactorRequired', 'secondFactorUnavailable'],
  'company-sign-in': ['ssoFailed', 'ssoExpired', 'emailOnly', 'boundElsewhere', 'notAMember'],
  'identity-check': ['needsIdentityCheck', 'wrongIdSuffix', 'identityCheckClosed'],
  'choosing-a-password': ['commonPassword', 'passwordAlreadySet', 'accountTaken'],
  'wrong-password': ['wrongCredentials'],
  'security-check': ['needsHumanCheck', 'humanCheckFailed', 'humanCheckExpired'],
  'cookies-off': ['notSignedIn', 'forbidden'],
  agreement: ['needsAgreement', 'agreementOutdated'],
} as const satisfies Record<string, readonly RefusalName[]>;

export type Articles = Record<keyof typeof explainedRefusals, { title: string; summary: string; body: string }>;
/** The texts of the built-in banners, for people who do not see the pictures. */
export type BannerTexts = Record<'sign' | 'safe', string>;

// The service needs all languages at once, so it bundles every folder. Only modules that Vite builds can import this.
const refusals = byLanguage(import.meta.glob<RefusalTexts>('./*/refusals.ts', { eager: true, import: 'refusals' }));
export const messages = byLanguage(import.meta.glob<Messages>('./*/messages.ts', { eager: true, import: 'messages' }));
export const personalDataTexts = byLanguage(
  import.meta.glob<PersonalDataTexts>('./*/personal-data.ts', { eager: true, import: 'personalDataTexts' }),
);
/** The texts that the page and an export of personal data share. */
export const laterTexts = byLanguage(import.meta.glob<LaterTexts>('./*/later.ts', { eager: true, import: 'later' }));
/** The names of the apps. */
export const firstTexts = byLanguage(import.meta.glob<FirstTexts>('./*/first.ts', { eager: true, import: 'first' }));
/** A way to sign in, in words; undefined for a name of anything else. */
export function wayOf(name: string, language: Language): string | undefined {
  const [first, later]: Partial<Record<string, string>>[] = [firstTexts[language], laterTexts[language]];
  const app = first![`qr.switch.${name}`];
  return app === undefined ? later![`way.${name}`] : later!['way.app']!.replace('{app}', app);
}

export const articles = byLanguage(import.meta.glob<Articles>('./*/content.ts', { eager: true, import: 'articles' }));
export const bannerTexts = byLanguage(
  import.meta.glob<BannerTexts>('./*/content.ts', { eager: true, import: 'bannerTexts' }),
);

export const refusalText = (name: RefusalName, language: Language, data?: unknown) =>
  textOfRefusal(refusals[language], name, data);

function byLanguage<Texts>(files: Record<string, Texts>) {
  return Object.fromEntries(Object.entries(files).map(([path, texts]) => [path.split('/')[1], texts])) as Record<
    Language,
    Texts
  >;
}
