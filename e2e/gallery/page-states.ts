import { checkAccountTaken, registerAccount } from '@foyer/contract/flows/register';
import { findAccounts } from '@foyer/contract/flows/find-account';
import { code } from '@foyer/contract/limits';
import { pageRoutes } from '@foyer/contract/pages/page-routes';
import type { Texts } from '../support/page/texts.ts';
import { answer } from '../scripted/answers.ts';
import { support } from '../scripted/site-config.ts';
import type { Action, GalleryStates } from './gallery-state.ts';
import { sendCode } from './login-states.ts';
import { person } from '../scripted/usual-answers.ts';

const register = pageRoutes.register;

const fillRegister = (t: Texts): Action[] => [
  ...sendCode(t),
  { fill: t('code.labelSent'), with: '482913' },
  { fill: t('pwd.label'), with: 'Quiet-Harbour-7' },
  { fill: t('pwd.again'), with: 'Quiet-Harbour-7' },
  { press: t.prefix('register.protocol') },
];
const prove = (t: Texts, account = t('login.account.label')): Action[] => [
  ...sendCode(t, account),
  { fill: t('code.labelSent'), with: '482913' },
];
const chooseNewPassword = (t: Texts): Action[] => [
  ...prove(t),
  { fill: t('pwd.new'), with: 'Quiet-Harbour-7' },
  { fill: t('pwd.again'), with: 'Quiet-Harbour-7' },
];

/** Registration, the recovery of an account, and the pages without a form. */
export const pageStates: GalleryStates = {
  register: { path: register, shows: (t) => t('register.submit'), picture: 'window' },
  'register-empty': {
    path: register,
    actions: (t) => [{ enter: t('login.account.label') }],
    shows: (t) => t('login.account.empty'),
    picture: 'none',
  },
  'register-weak': {
    path: register,
    actions: (t) => [{ fill: t('pwd.label'), with: 'abcdefg1' }],
    shows: (t) => t('pwd.strength'),
    // A phone does not show the strength.
    devices: ['pc'],
  },
  'register-typed': {
    path: register,
    actions: fillRegister,
    shows: (t) => t('pwd.strength.high'),
    devices: ['pc'],
    pictureLook: 'en dark',
  },
  'register-busy': {
    path: register,
    answers: [answer(registerAccount, 'held')],
    actions: (t) => [...fillRegister(t), { press: t('register.submit') }],
    shows: (t) => t('register.submitting'),
    picture: 'none',
  },
  'register-exists': {
    path: register,
    answers: [answer(checkAccountTaken, { is: 'done', data: { accountExist: true } })],
    actions: (t) => [...fillRegister(t), { press: t('register.submit') }],
    shows: (t) => t('register.exists.title'),
  },
  'register-in-place': {
    path: pageRoutes.login,
    devices: ['pc'],
    actions: (t) => [{ press: t('login.registerNow') }],
    shows: (t) => t('register.haveAccount'),
    picture: 'none',
  },
  registered: { path: pageRoutes.registered, shows: (t) => t('register.success.desc', { account: '138****5678' }) },
  'retrieve-verify': { path: pageRoutes.retrieve, shows: (t) => t('retrieve.lead'), pictureLook: 'en dark' },
  'retrieve-choose': {
    path: pageRoutes.retrieve,
    actions: (t) => prove(t),
    shows: (t) => t('retrieve.choose'),
  },
  'retrieve-done': {
    path: pageRoutes.retrieve,
    actions: (t) => [...chooseNewPassword(t), { press: t('retrieve.reset') }],
    shows: (t) => t('retrieve.done'),
  },
  'find-account': { path: pageRoutes.findAccount, shows: (t) => t('findAccount.lead') },
  'find-account-person': {
    path: pageRoutes.findAccount,
    actions: (t) => [{ press: t('findAccount.byPerson') }],
    shows: (t) => t('findAccount.name'),
    pictureLook: 'en dark',
  },
  'find-account-person-code': {
    path: pageRoutes.findAccount,
    actions: (t) => [
      { press: t('findAccount.byPerson') },
      { fill: t('findAccount.name'), with: person('zh-CN') },
      { fill: t('idcheck.number'), with: '330106199003070012' },
      { press: t('common.next') },
    ],
    shows: (t) => t('findAccount.codeToRecord'),
    picture: 'none',
  },
  'find-account-person-late': {
    path: pageRoutes.findAccount,
    actions: (t) => [
      { press: t('findAccount.byPerson') },
      { fill: t('findAccount.name'), with: person('zh-CN') },
      { fill: t('idcheck.number'), with: '330106199003070012' },
      { press: t('common.next') },
      { press: t('code.get') },
      { see: t('findAccount.sent') },
      { pass: code.lateAfter },
    ],
    shows: (t) => t('findAccount.late'),
  },
  'find-account-found': {
    path: pageRoutes.findAccount,
    actions: (t) => prove(t, t('findAccount.account')),
    shows: (t) => t('findAccount.found', { n: 2 }),
  },
  'find-account-none': {
    path: pageRoutes.findAccount,
    answers: [answer(findAccounts, { is: 'done', data: { accounts: [] } })],
    actions: (t) => prove(t, t('findAccount.account')),
    shows: (t) => t('findAccount.none'),
    pictureLook: 'en dark',
  },
  help: { path: pageRoutes.help, shows: (t) => t('help.lead'), picture: 'none' },
  'help-article': {
    path: `${pageRoutes.help}?article=code-not-arriving`,
    shows: (t) => t('help.print'),
    picture: 'none',
  },
  'help-no-article': {
    path: `${pageRoutes.help}?article=none`,
    shows: (t) => t('help.notFound'),
    picture: 'none',
  },
  'service-agreement': {
    path: pageRoutes.serviceAgreement,
    shows: (t) => t('agreement.print'),
    picture: 'window',
  },
  'privacy-policy': { path: pageRoutes.privacyPolicy, shows: (t) => t('agreement.print'), picture: 'none' },
  'cookies-off': { path: pageRoutes.cookieHint, shows: (t) => t('cookie.retry') },
  'cookies-still-off': {
    path: pageRoutes.cookieHint,
    cookies: 'off',
    actions: (t) => [{ press: t('cookie.retry') }],
    shows: (t) => t('cookie.still'),
    picture: 'none',
  },
  'not-found': { path: '/no/such/page', shows: (t) => t('notFound.text'), pictureLook: 'en dark' },
  // The texts say how to go on: with a phone, or from a phone.
  'not-started': {
    path: pageRoutes.login,
    missing: /^GET .*assets\/main-/,
    devices: ['pc'],
    shows: (t) => t('shell.problem.pc', { support }),
    picture: 'window',
  },
  'not-started-phone': {
    path: pageRoutes.login,
    missing: /^GET .*assets\/main-/,
    devices: ['mobileWeb'],
    shows: (t) => t('shell.problem.phone', { support }),
    picture: 'window',
    pictureLook: 'en dark',
  },
  'new-version': {
    path: pageRoutes.login,
    missing: /^HEAD|\/sso-/,
    actions: (t) => [{ press: t('sso.entry') }],
    shows: (t) => (t.language === 'zh-CN' ? '新版本已发布' : 'A new version is there'),
    picture: 'window',
  },
  offline: { path: pageRoutes.offline, shows: (t) => t('offline.text') },
};
