import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type ScanApp, factsOf } from '../apps/scan-apps.ts';
import { pageTexts, refusalText } from '../../test/all-texts.ts';
import { type Language, languageName } from '../language.ts';
import type { RefusalName } from '../result-codes.ts';
import type { TextKey } from './page-texts.ts';
import { messages } from './service-texts.ts';

/** The words that were agreed on, in both languages. */
const rows = readFileSync(new URL('../../test/copy.tsv', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [key = '', english = '', chinese = ''] = line.split('\t');
    return { key, words: { 'en-US': english, 'zh-CN': chinese } };
  });

/** Keys that the page has under another name. */
const otherKeys: Record<string, TextKey> = {
  'consent.title': 'agreement.title',
  'consent.body': 'agreement.body',
  'consent.agree': 'agreement.agree',
  'consent.decline': 'agreement.decline',
  'consent.signedOut': 'agreement.signedOut',
  'retrieve.title': 'page.retrieve',
  'findAccount.title': 'page.findAccount',
  'cookie.title': 'page.cookieHint',
  'realname.title': 'home.realName.title',
  'mfa.resend': 'code.countdown',
  'sso.bind.code.empty': 'login.code.empty',
  'sso.bind.code.invalid': 'login.code.invalid',
};

/** Texts of refusals. Most go on after the agreed words and say what the person can do. */
const refusals: Record<string, [RefusalName, data?: object]> = {
  'login.badCredentials': ['wrongCredentials'],
  'login.attemptsLeft': ['wrongCredentials', { attemptsLeft: '{n}' }],
  'login.lockedOut': ['lockedOut', { retryAfter: 120 }],
  'code.wrong': ['wrongCode'],
  'code.expired': ['expiredCode'],
  'code.tooManyTries': ['tooManyCodeTries'],
  'code.tooFrequent': ['codeTooSoon'],
  'code.dailyLimit': ['codeLimitReached', { kind: 'mobile' }],
  'code.sendFailed': ['codeNotSent'],
  'code.mobileBlocked': ['cannotReceiveCodes', { kind: 'mobile' }],
  'captcha.required': ['needsHumanCheck'],
  'captcha.expired': ['humanCheckExpired'],
  'idcheck.wrong': ['wrongIdSuffix'],
  'wecom.notMember': ['notAMember'],
  'sso.bind.taken': ['boundElsewhere'],
  'error.10000023': ['needsMobile'],
  'error.10000024': ['authorisationExpired'],
  'error.10000029': ['mobileAlreadyBound'],
};

const others: Record<string, (language: Language) => string> = {
  'header.lang.zh': () => languageName('zh-CN'),
  'header.lang.en': () => languageName('en-US'),
  'bind.agree.label': (language) => pageTexts[language]['register.protocol'],
  'wechat.reply.expired': (language) => messages[language].wechat.expired,
};

/** A sentence of one app, of which the page has one for all apps. */
const perApp = (key: string) => /^qr\.(?:title|hint)\.(\w+)$/.exec(key)?.[1];
function appText(key: string, language: Language) {
  const app = perApp(key) as ScanApp;
  const texts = pageTexts[language];
  if (key.startsWith('qr.hint') && factsOf[app].follows) return texts['qr.hint.follow'];
  return texts[key.startsWith('qr.hint') ? 'qr.hint.app' : 'qr.title.app'].replace('{app}', texts[`qr.switch.${app}`]);
}

/** Agreed words that are not shown, each with the reason. */
const notShown = {
  'login.success': 'the page redirects at once',
  'bind.success': 'the page redirects at once',
  'realname.redirect': 'the page redirects at once',
  'mfa.failed': 'the refusal names the reason',
  'qr.divider': 'the divider is a line',
  'captcha.label': 'the check has no box to tick',
  'captcha.verified': 'the check has no box to tick',
  'common.confirm': 'each button names its action',
  'wechat.reply.login': 'the phone confirms on a page, not in the chat',
  'wechat.reply.bind': 'the phone confirms on a page, not in the chat',
  'sms.template': 'the operator registers the template with the gateway',
};

const shown = rows.filter(({ key }) => !(key in notShown));

test.each(shown)('$key has the agreed words', ({ key, words }) => {
  for (const language of ['en-US', 'zh-CN'] as const) {
    const refusal = refusals[key];
    const expected = words[language].replace('{m}', '2');
    if (refusal) expect(refusalText(refusal[0], language, refusal[1])).toContain(expected.replace(/\.$/, ''));
    else if (perApp(key)) expect(appText(key, language)).toBe(expected);
    else if (others[key]) expect(others[key](language)).toContain(expected);
    else expect(pageTexts[language][otherKeys[key] ?? (key as TextKey)]).toBe(expected);
  }
});

test('every key that is not shown is one of the table', () => {
  const keys = rows.map(({ key }) => key);
  expect(Object.keys(notShown).filter((key) => !keys.includes(key))).toEqual([]);
});
