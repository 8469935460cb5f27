import { getBanners } from '@foyer/contract/flows/banner';
import { commitPassword } from '@foyer/contract/flows/password-login';
import { commitCode } from '@foyer/contract/flows/code-login';
import { getArticles } from '@foyer/contract/flows/help-desk';
import { getHumanCheck } from '@foyer/contract/flows/human-check';
import { requestQr } from '@foyer/contract/flows/qr-login';
import { sendCodeToMobile, verifyCode } from '@foyer/contract/flows/send-code';
import { code } from '@foyer/contract/limits';
import { pageRoutes } from '@foyer/contract/pages/page-routes';
import type { Texts } from '../support/page/texts.ts';
import { answer } from '../scripted/answers.ts';
import { methods } from '../scripted/site-config.ts';
import type { Action, GalleryStates } from './gallery-state.ts';

const password = pageRoutes.login;
const codeTab = `${pageRoutes.login}?preLoginWay=authCode`;
export const mobile = '13812345678';

export const signIn = (t: Texts, account = mobile): Action[] => [
  { fill: t('login.account.label'), with: account },
  { fill: t('login.password.label'), with: 'Quiet-Harbour-7' },
  { press: t('login.submit') },
];

export const sendCode = (t: Texts, account = t('login.account.label')): Action[] => [
  { fill: account, with: mobile },
  { press: t('code.get') },
  { see: t('code.labelSent') },
];

const typeCode = (t: Texts): Action[] => [...sendCode(t), { fill: t('code.labelSent'), with: '482913' }];

/** The sign-in page with its two forms, the banner and the help desk. */
export const loginStates: GalleryStates = {
  'password-login': { path: password, shows: (t) => t('login.submit'), picture: 'window' },
  'shared-computer': {
    path: password,
    devices: ['pc'],
    actions: (t) => [{ press: t('login.shared') }],
    shows: (t) => t('login.shared.note'),
    picture: 'window',
    pictureLook: 'en dark',
  },
  'password-empty': {
    path: password,
    actions: (t) => [{ enter: t('login.password.label') }],
    shows: (t) => t('login.password.empty'),
    picture: 'form',
  },
  'password-wrong': {
    path: password,
    answers: [answer(commitPassword, { is: 'wrongCredentials', data: { attemptsLeft: 3 } })],
    actions: signIn,
    shows: (t) => t.refusal('wrongCredentials', { attemptsLeft: 3 }),
    pictureLook: 'en dark',
    picture: 'form',
  },
  'password-locked': {
    path: password,
    answers: [answer(commitPassword, { is: 'lockedOut', data: { retryAfter: 900 } })],
    actions: signIn,
    shows: (t) => t.refusal('lockedOut', { retryAfter: 900 }),
    picture: 'none',
  },
  'password-busy': {
    path: password,
    answers: [answer(commitPassword, 'held')],
    actions: signIn,
    shows: (t) => t('login.submitting'),
    picture: 'form',
  },
  'password-shown': {
    path: password,
    actions: (t) => [{ fill: t('login.password.label'), with: 'Quiet-Harbour-7' }, { press: t('login.password.show') }],
    shows: (t) => t('login.submit'),
    picture: 'none',
  },
  'account-fixed': {
    path: `${pageRoutes.login}?account=an.lin%40example.com`,
    shows: (t) => t('login.account.locked'),
    pictureLook: 'en dark',
  },
  'account-typo': {
    path: password,
    actions: (t) => [{ fill: t('login.account.label'), with: 'an.lin@gmial.com' }, { press: t('login.password.show') }],
    shows: () => 'an.lin@gmail.com',
    picture: 'form',
  },
  'code-login': { path: codeTab, shows: (t) => t('login.submitOrRegister'), picture: 'window', pictureLook: 'en dark' },
  'code-sent': { path: codeTab, actions: (t) => sendCode(t), shows: (t) => t.prefix('code.sentTo') },
  'code-sending': {
    path: codeTab,
    answers: [answer(sendCodeToMobile, 'held')],
    actions: (t) => [{ fill: t('login.account.label'), with: mobile }, { press: t('code.get') }],
    shows: (t) => t('code.sending'),
    picture: 'form',
  },
  'code-human-check': {
    path: codeTab,
    answers: [answer(getHumanCheck, 'held')],
    actions: (t) => [{ fill: t('login.account.label'), with: mobile }, { press: t('code.get') }],
    shows: (t) => t('code.sending'),
    picture: 'none',
  },
  'code-late': {
    path: codeTab,
    actions: (t) => [...sendCode(t), { pass: code.lateAfter }],
    shows: (t) => t('code.late'),
    pictureLook: 'en dark',
    picture: 'form',
  },
  'code-again': {
    path: codeTab,
    actions: (t) => [...sendCode(t), { pass: 61_000 }],
    shows: (t) => t('code.getAgain'),
    picture: 'none',
  },
  'code-limit': {
    path: codeTab,
    answers: [answer(sendCodeToMobile, { is: 'codeLimitReached', data: { retryAfter: 1800, kind: 'mobile' } })],
    actions: (t) => [{ fill: t('login.account.label'), with: mobile }, { press: t('code.get') }],
    shows: (t) => t.refusal('codeLimitReached', { retryAfter: 1800 }),
    picture: 'none',
  },
  'code-wrong': {
    path: codeTab,
    answers: [answer(verifyCode, { is: 'wrongCode', data: { attemptsLeft: 4 } })],
    actions: typeCode,
    shows: (t) => t.refusal('wrongCode', { attemptsLeft: 4 }),
    picture: 'form',
  },
  'code-busy': {
    path: codeTab,
    answers: [answer(commitCode, 'held')],
    actions: typeCode,
    shows: (t) => t('login.submitting'),
    picture: 'none',
  },
  'no-response': {
    path: password,
    answers: [answer(commitPassword, { is: 'internalError' })],
    actions: signIn,
    shows: (t) => t.refusal('internalError'),
    picture: 'none',
  },
  'banner-pictures': {
    path: password,
    devices: ['pc'],
    answers: [
      answer(getBanners, {
        is: 'done',
        data: {
          bannerList: ['1', '2'].map((n) => ({ picUrl: `/gallery/banner-${n}.svg`, linkUrl: '/help', alt: n })),
        },
      }),
    ],
    shows: (t) => t('login.submit'),
    picture: 'window',
  },
  'help-desk': {
    path: password,
    devices: ['pc'],
    actions: (t) => [{ press: t('cs.entry') }],
    shows: (t) => t('cs.consult'),
    picture: 'window',
    pictureLook: 'en dark',
  },
  'help-desk-empty': {
    path: password,
    devices: ['pc'],
    answers: [answer(getArticles, { is: 'done', data: { data: [] } })],
    actions: (t) => [{ press: t('cs.entry') }],
    shows: (t) => t('cs.articles.empty'),
    picture: 'none',
  },
  'help-desk-chat': {
    path: password,
    devices: ['pc'],
    actions: (t) => [{ press: t('cs.entry') }, { press: t('cs.consult') }],
    shows: (t) => t('cs.chat'),
    picture: 'window',
  },
  'cookies-off-notice': {
    path: password,
    cookies: 'off',
    shows: (t) => t('cookie.desc'),
    picture: 'form',
  },
  'phone-link': {
    path: password,
    devices: ['pc'],
    config: {
      methods: {
        code: true,
        register: true,
        retrieve: true,
        scan: [],
        sso: false,
        wecom: false,
        passkey: false,
        onPhone: false,
      },
    },
    shows: (t) => t('phone.hint'),
    picture: 'code',
  },
  'phone-link-handoff': {
    path: password,
    devices: ['pc'],
    config: { methods: { ...methods, scan: [] } },
    shows: (t) => t('phone.title'),
    picture: 'window',
  },
  'password-phone': {
    path: password,
    devices: ['mobileWeb'],
    shows: (t) => t('login.submit'),
    picture: 'window',
  },
  'code-phone': {
    path: codeTab,
    devices: ['mobileWeb'],
    actions: (t) => sendCode(t),
    shows: (t) => t.prefix('code.sentTo'),
    picture: 'window',
    pictureLook: 'en dark',
  },
  'password-in-wechat': {
    path: password,
    devices: ['h5'],
    shows: (t) => t('app.entry', { app: t('qr.switch.wechat') }),
    picture: 'window',
  },
  'code-in-wechat': {
    path: codeTab,
    devices: ['h5'],
    shows: (t) => t('login.submitOrRegister'),
    picture: 'none',
  },
  'password-in-app': { path: password, devices: ['app'], shows: (t) => t('login.submit'), picture: 'window' },
  'scan-unavailable': {
    path: password,
    devices: ['pc'],
    answers: [answer(requestQr, { is: 'providerError' })],
    shows: (t) => t.refusal('providerError'),
    picture: 'none',
  },
};
