import { pollAlipayScan } from '@foyer/contract/apps/alipay-calls';
import { pollWechatScan } from '@foyer/contract/apps/wechat-calls';
import { requestQr } from '@foyer/contract/flows/qr-login';
import { bindMobileTo } from '@foyer/contract/flows/bind-mobile';
import { answerScan, getScanOffer } from '@foyer/contract/flows/scan-confirm';
import { transferLogin } from '@foyer/contract/flows/one-click-login';
import { qr } from '@foyer/contract/limits';
import { pageRoutes } from '@foyer/contract/pages/page-routes';
import type { Texts } from '../support/page/texts.ts';
import { answer } from '../scripted/answers.ts';
import type { Action, GalleryStates } from './gallery-state.ts';
import { mobile } from './login-states.ts';
import { dingtalkFrame, scanOffer } from '../scripted/usual-answers.ts';

const onPc = { path: pageRoutes.login, devices: ['pc'] } as const;
const codeOnPc = { ...onPc, picture: 'code' } as const;
const confirmPage = { path: `${pageRoutes.scanConfirm}?ticket=ticket-1`, devices: ['mobileWeb'] } as const;

const chooseAlipay = (t: Texts): Action[] => [{ press: t('qr.switch.alipay') }, { see: t('qr.ready') }];
const scanned = (t: Texts): Action[] => [{ see: t('qr.ready') }, { pass: qr.pollInterval }];

const needsMobile = answer(pollWechatScan, { is: 'needsMobile', data: { userInfoContextId: 'person-1' } });
const alreadyBound = answer(pollWechatScan, {
  is: 'mobileAlreadyBound',
  data: { userInfoContextId: 'person-1', principal: '138****5678' },
});

/** The QR code in each of its states, what a scan leads to, and the page on the phone that has scanned. */
export const scanStates: GalleryStates = {
  'scan-loading': { ...codeOnPc, answers: [answer(requestQr, 'held')], shows: (t) => t('qr.loading') },
  'scan-wechat': { ...codeOnPc, shows: (t) => t('qr.ready'), pictureLook: 'en dark' },
  'scan-alipay': {
    ...codeOnPc,
    actions: chooseAlipay,
    shows: (t) => t('qr.title.app', { app: t('qr.switch.alipay') }),
  },
  'scan-dingtalk': {
    ...codeOnPc,
    actions: (t) => [{ press: t('qr.switch.dingtalk') }, { see: t('qr.ready') }],
    shows: (t) => t('qr.hint.app', { app: t('qr.switch.dingtalk') }),
  },
  'scan-dingtalk-instead': {
    ...onPc,
    answers: [
      answer(requestQr, ({ params, gallery }) =>
        params['thirdparty'] === 'DING_TALK_EXTERNAL'
          ? { is: 'done', data: dingtalkFrame(gallery) }
          : { is: 'providerError' },
      ),
    ],
    shows: (t) => t('qr.fallback'),
    picture: 'none',
  },
  'scan-expires-soon': {
    ...codeOnPc,
    actions: (t) => [{ see: t('qr.ready') }, { pass: qr.expiresAfter - qr.expiresSoon }],
    shows: (t) => t('qr.expiresIn', { time: '0:30' }),
  },
  'scan-scanned': {
    ...codeOnPc,
    answers: [answer(pollWechatScan, { is: 'pending', data: { scanned: true } })],
    actions: scanned,
    shows: (t) => t('qr.scanned'),
  },
  'scan-scanned-by': {
    ...codeOnPc,
    answers: [answer(pollWechatScan, { is: 'pending', data: { scanned: true, name: '林*丽' } })],
    actions: scanned,
    shows: (t) => t('qr.scannedBy', { name: '林*丽' }),
  },
  'scan-scanned-alipay': {
    ...onPc,
    answers: [answer(pollAlipayScan, { is: 'pending', data: { scanned: true } })],
    actions: (t) => [...chooseAlipay(t), { pass: qr.pollInterval }],
    shows: (t) => t('qr.scanned'),
    picture: 'none',
  },
  'scan-expired': {
    ...codeOnPc,
    actions: (t) => [{ see: t('qr.ready') }, { pass: qr.expiresAfter }],
    shows: (t) => t('qr.expired'),
    pictureLook: 'en dark',
  },
  'scan-failed': {
    ...codeOnPc,
    answers: [answer(pollWechatScan, { is: 'internalError' })],
    actions: scanned,
    shows: (t) => t.refusal('internalError'),
  },
  'scan-denied': {
    ...codeOnPc,
    answers: [answer(pollWechatScan, { is: 'scanDeclined' })],
    actions: scanned,
    shows: (t) => t('qr.denied'),
  },
  'scan-mainland-only': {
    ...codeOnPc,
    answers: [answer(pollAlipayScan, { is: 'mainlandMobileOnly' })],
    actions: (t) => [...chooseAlipay(t), { pass: qr.pollInterval }],
    shows: (t) => t('qr.mainlandOnly'),
    pictureLook: 'en dark',
  },
  'bind-mobile': { ...onPc, answers: [needsMobile], actions: scanned, shows: (t) => t('bind.title') },
  'bind-mobile-known': {
    ...onPc,
    answers: [
      answer(pollWechatScan, {
        is: 'needsMobile',
        data: { userInfoContextId: 'person-1', principal: '138****5678' },
      }),
    ],
    actions: scanned,
    shows: (t) => t('bind.mobile.known', { app: t('qr.switch.wechat') }),
    pictureLook: 'en dark',
  },
  'bind-mobile-elsewhere': {
    ...onPc,
    answers: [needsMobile, answer(bindMobileTo.wechat, { is: 'boundElsewhere', data: { app: 'wechat' } })],
    actions: (t) => [
      ...scanned(t),
      { fill: t('home.mobile'), with: mobile },
      { press: t('code.get') },
      { fill: t('code.labelSent'), with: '482913' },
      { press: t.prefix('register.protocol') },
      { press: t('bind.submit') },
    ],
    shows: (t) => t('help.explain'),
    picture: 'none',
  },
  'one-click': {
    ...onPc,
    answers: [alreadyBound],
    actions: scanned,
    shows: (t) => t('bound.desc', { mobile: '138****5678' }),
  },
  'one-click-stopped': {
    ...onPc,
    answers: [alreadyBound],
    actions: (t) => [...scanned(t), { press: t('bound.stop') }],
    shows: (t) => t('bound.desc', { mobile: '138****5678' }),
    pictureLook: 'en dark',
  },
  'one-click-busy': {
    ...onPc,
    answers: [alreadyBound, answer(transferLogin, 'held')],
    actions: (t) => [...scanned(t), { see: t('bound.title') }, { press: t('bound.confirm') }],
    shows: (t) => t('login.submitting'),
    picture: 'none',
  },
  'scan-confirm': { ...confirmPage, shows: (t) => t('scan.ask'), picture: 'window' },
  'scan-confirm-elsewhere': {
    ...confirmPage,
    answers: [answer(getScanOffer, { is: 'done', data: { ...scanOffer, elsewhere: true } })],
    shows: (t) => t('scan.elsewhere'),
    picture: 'window',
    pictureLook: 'en dark',
  },
  'scan-confirm-link': {
    ...confirmPage,
    answers: [
      answer(getScanOffer, { is: 'done', data: { ...scanOffer, document: undefined, account: '138****5678' } }),
    ],
    shows: (t) => t('scan.link.ask', { app: t('qr.switch.wechat'), account: '138****5678' }),
    picture: 'window',
  },
  'scan-confirm-busy': {
    ...confirmPage,
    answers: [answer(answerScan, 'held')],
    actions: (t) => [{ press: t('scan.confirm') }],
    shows: (t) => t('login.submitting'),
    picture: 'none',
  },
  'scan-confirm-yes': {
    ...confirmPage,
    actions: (t) => [{ press: t('scan.confirm') }],
    shows: (t) => t('scan.confirmed'),
  },
  'scan-confirm-no': {
    ...confirmPage,
    actions: (t) => [{ press: t('scan.decline') }],
    shows: (t) => t('scan.declined'),
    pictureLook: 'en dark',
  },
  'scan-confirm-reopen': {
    path: pageRoutes.scanConfirm,
    devices: ['mobileWeb'],
    shows: (t) => t('scan.reopen'),
    pictureLook: 'en dark',
  },
  'scan-confirm-over': {
    ...confirmPage,
    answers: [answer(getScanOffer, { is: 'authorisationExpired' })],
    shows: (t) => t('scan.gone'),
  },
};
