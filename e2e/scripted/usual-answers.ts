import { agreementVersion } from '@foyer/contract/agreement-version';
import { getActivity, getAcceptedAgreements } from '@foyer/contract/flows/account';
import { getBanners } from '@foyer/contract/flows/banner';
import { commitCode } from '@foyer/contract/flows/code-login';
import { getAgreement } from '@foyer/contract/flows/agreement';
import { answerHandoff, askHandoff, pollHandoff, startHandoff } from '@foyer/contract/flows/continue-on-phone';
import { findAccounts, startPersonSearch } from '@foyer/contract/flows/find-account';
import { getArticle, getArticles, getChatVisitor } from '@foyer/contract/flows/help-desk';
import { getHumanCheck } from '@foyer/contract/flows/human-check';
import {
  answerDeviceQuestion,
  enterUserCode,
  getAccessQuestion,
  getDeviceQuestion,
} from '@foyer/contract/flows/oidc-provider';
import { commitPassword } from '@foyer/contract/flows/password-login';
import { pollAlipayScan } from '@foyer/contract/apps/alipay-calls';
import { pollWechatScan } from '@foyer/contract/apps/wechat-calls';
import { finishAppLink, startAppLink } from '@foyer/contract/flows/link-identity';
import { requestQr } from '@foyer/contract/flows/qr-login';
import { checkAccountTaken } from '@foyer/contract/flows/register';
import { resetPassword } from '@foyer/contract/flows/retrieve-password';
import { answerScan, getScanOffer } from '@foyer/contract/flows/scan-confirm';
import { getSecondFactor } from '@foyer/contract/flows/second-factor';
import { sendCodeToEmail, sendCodeToMobile, verifyCode } from '@foyer/contract/flows/send-code';
import { getCurrentAccount } from '@foyer/contract/flows/session';
import { sendBindCode } from '@foyer/contract/flows/sso-bind';
import { isChinese, type Language } from '@foyer/contract/language';
import { pageRoutes } from '@foyer/contract/pages/page-routes';
import { articles as chineseArticles } from '@foyer/contract/texts/zh-CN/content';
import { articles as englishArticles } from '@foyer/contract/texts/en-US/content';
import { answer } from './answers.ts';

/** The moment at which the clock of every page stands still. */
export const now = Date.UTC(2026, 2, 2, 1, 30);
export const minutesAgo = (n: number) => new Date(now - n * 60_000).toISOString();

const articlesIn = (language: Language) => (isChinese(language) ? chineseArticles : englishArticles);

/** Completes a sign-in; a state adds what comes before that. */
export const signedIn = { ouid: 'account-1', loginDoubleCheck: false, needAgreement: false, newUser: false };

export const person = (language: Language) => (isChinese(language) ? '林安' : 'An Lin');

/** What happened to the account, the newest first. */
const activity = (
  [
    ['signIn', 'password', 4, true],
    ['signInFailed', 'password', 900, false],
    ['passkeyAdded', undefined, 2000, false],
    ['signIn', 'wechat', 2900, false],
    ['passwordChanged', undefined, 9000, false],
    ['consentGiven', undefined, 60_000, false],
  ] as const
).map(([type, method, ago, current], index) => ({
  id: String(index + 1),
  type,
  actor: 'person' as const,
  ...(method && { method }),
  device: current ? 'Chrome · Windows' : 'Safari · macOS',
  address: '203.0.113.*',
  at: minutesAgo(ago),
  current,
}));

export const account = (language: Language) => ({
  ouid: 'account-1',
  name: person(language),
  canChangeName: true,
  mobile: '138****5678',
  email: 'li****@example.com',
  realNameStatus: true,
  security: { password: true, secondFactor: false },
  sessions: [
    {
      id: 'session-1',
      current: true,
      way: 'password' as const,
      factors: ['password'],
      device: 'Chrome · Windows',
      address: '203.0.113.*',
      createdAt: minutesAgo(4),
      lastSeenAt: minutesAgo(0),
    },
    {
      id: 'session-2',
      current: false,
      way: 'wechat' as const,
      factors: ['wechat'],
      device: 'Safari · macOS',
      address: '198.51.100.*',
      createdAt: minutesAgo(2900),
      lastSeenAt: minutesAgo(1500),
    },
  ],
  identities: [
    { id: 'identity-1', provider: 'wechat', since: minutesAgo(90_000) },
    { id: 'identity-2', provider: 'sso.acme', since: minutesAgo(40_000) },
  ],
  applications: [],
});

export const scanOffer = {
  app: 'wechat' as const,
  site: 'sign.example.com',
  device: 'Chrome · Windows',
  address: '203.0.113.*',
  at: now,
  elsewhere: false,
};

export const handoffOffer = {
  ticket: 'ticket-1',
  site: scanOffer.site,
  device: scanOffer.device,
  address: scanOffer.address,
  at: now,
  elsewhere: false,
  account: 'An Lin',
  url: '/home',
};

export const dingtalkFrame = (gallery: string) => ({
  url: `${gallery}/dingtalk.html`,
  kind: 'frame' as const,
  loginId: 'scan-1',
});

/** An application of someone else asks for access. */
export const accessQuestion = {
  application: 'Partner Ltd',
  host: 'partner.example.com',
  account: '138****5678',
  scopes: ['openid' as const, 'profile' as const, 'phone' as const],
  attributes: [],
  signInUrl: '/login/web',
};

/** A television asks for the account. */
export const deviceQuestion = {
  application: 'Contracts TV',
  account: '138****5678',
  site: 'login.example.com',
  device: 'Android',
  address: '203.0.113.0/24',
  at: now,
  elsewhere: false,
  otherNetwork: false,
  scopes: [],
  attributes: [],
  signInUrl: '/login/web',
};

/** What the service answers unless a state says otherwise: everything works, and no code has been scanned yet. */
export const usualAnswers = [
  answer(getBanners, { is: 'done', data: { bannerList: [] } }),
  answer(getAccessQuestion, { is: 'done', data: accessQuestion }),
  answer(enterUserCode, { is: 'done', data: { url: `${pageRoutes.deviceConfirm}?interaction=interaction-1` } }),
  answer(getDeviceQuestion, { is: 'done', data: deviceQuestion }),
  answer(answerDeviceQuestion, { is: 'done', data: {} }),
  answer(getArticles, ({ language }) => ({
    is: 'done',
    data: {
      data: Object.entries(articlesIn(language))
        .slice(0, 6)
        .map(([id, { title, summary }]) => ({ id, title, summary, linkUrl: `/help?article=${id}` })),
    },
  })),
  answer(getArticle, ({ language, params }) => {
    const found = Object.entries(articlesIn(language)).find(([id]) => id === params['id']);
    if (!found) return { is: 'notFound' };
    const [id, { title, summary, body }] = found;
    // The service parses the marks of a text; here a line is a paragraph.
    const lines = body.split('\n').filter(Boolean);
    const blocks = lines.map((line) => ({
      is: line.startsWith('## ') ? ('heading' as const) : ('text' as const),
      line: [{ text: line.replace(/^## |\*\*/g, '') }],
    }));
    return { is: 'done', data: { id, title, summary, linkUrl: `/help?article=${id}`, body: blocks } };
  }),
  answer(getChatVisitor, { is: 'done', data: null }),
  answer(requestQr, ({ params, gallery }) => ({
    is: 'done',
    data:
      params['thirdparty'] === 'DING_TALK_EXTERNAL'
        ? dingtalkFrame(gallery)
        : { url: 'https://scan.example/q/scan-1', kind: 'content' as const, loginId: 'scan-1', sceneId: 'scene-1' },
  })),
  answer(startAppLink, ({ params, gallery }) => ({
    is: 'done',
    data:
      params['app'] === 'dingtalk'
        ? dingtalkFrame(gallery)
        : { url: 'https://scan.example/q/scan-1', kind: 'content' as const, loginId: 'scan-1' },
  })),
  answer(finishAppLink, { is: 'pending', data: { scanned: false } }),
  answer(pollWechatScan, { is: 'pending', data: { scanned: false } }),
  answer(pollAlipayScan, { is: 'pending', data: { scanned: false } }),
  // A back end without a human check: solving one would take time.
  answer(getHumanCheck, { is: 'notFound' }),
  answer(sendCodeToMobile, { is: 'done', data: { serviceId: 'code-1', sentTo: '138****5678' } }),
  answer(sendCodeToEmail, { is: 'done', data: { serviceId: 'code-1', sentTo: 'li****@example.com' } }),
  answer(sendBindCode, { is: 'done', data: { authCodeId: 'code-1' } }),
  answer(verifyCode, { is: 'done', data: null }),
  answer(commitPassword, { is: 'done', data: signedIn }),
  answer(commitCode, { is: 'done', data: signedIn }),
  answer(checkAccountTaken, { is: 'done', data: { accountExist: false } }),
  answer(getAgreement, { is: 'done', data: { needAgreement: true, version: agreementVersion } }),
  answer(resetPassword, { is: 'done', data: null }),
  answer(startPersonSearch, { is: 'done', data: { preServiceId: 'person-1' } }),
  answer(findAccounts, {
    is: 'done',
    data: {
      accounts: [
        { mobile: '138****5678', email: 'li****@example.com', lastUsedAt: minutesAgo(1500) },
        { email: 'an****@example.com' },
      ],
    },
  }),
  answer(getScanOffer, { is: 'done', data: scanOffer }),
  answer(answerScan, { is: 'done', data: null }),
  answer(startHandoff, { is: 'done', data: { handoffId: 'handoff-1', token: 'token-1' } }),
  answer(pollHandoff, { is: 'pending', data: { opened: false } }),
  answer(askHandoff, { is: 'done', data: handoffOffer }),
  answer(answerHandoff, { is: 'done', data: { result: 'confirmed' } }),
  answer(getActivity, { is: 'done', data: { events: activity, more: false } }),
  answer(getAcceptedAgreements, {
    is: 'done',
    data: { consents: [{ version: '2026-01-01', language: 'zh-CN', agreedAt: minutesAgo(60_000), inForce: true }] },
  }),
  // Nothing is shown of it.
  answer(getSecondFactor, {
    is: 'done',
    data: { on: false, policy: 'off', factors: [], canAddAuthenticator: false, trustedBrowsers: [] },
  }),
  answer(getCurrentAccount, ({ language }) => ({ is: 'done', data: account(language) })),
];
