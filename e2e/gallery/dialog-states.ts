import { commitCode } from '@foyer/contract/flows/code-login';
import { agreementVersion } from '@foyer/contract/agreement-version';
import { agree, getAgreement } from '@foyer/contract/flows/agreement';
import { checkIdSuffix, correctIdNumber } from '@foyer/contract/flows/identity-check';
import { commitPassword } from '@foyer/contract/flows/password-login';
import { verifySecondFactor } from '@foyer/contract/flows/second-factor';
import { isChinese } from '@foyer/contract/language';
import { pageRoutes } from '@foyer/contract/pages/page-routes';
import type { Texts } from '../support/page/texts.ts';
import { answer } from '../scripted/answers.ts';
import type { Action, GalleryStates } from './gallery-state.ts';
import { sendCode, signIn } from './login-states.ts';
import { person, signedIn } from '../scripted/usual-answers.ts';

const path = pageRoutes.login;

const needsSecondFactor = answer(commitPassword, {
  is: 'done',
  data: { ...signedIn, loginDoubleCheck: true, preServiceId: 'first-1', mobile: '138****5678' },
});
const needsAgreement = answer(commitPassword, { is: 'done', data: { ...signedIn, needAgreement: true } });
const needsIdentityCheck = answer(commitPassword, ({ language }) => ({
  is: 'needsIdentityCheck',
  data: { name: person(language), desIdNo: '3301**********0012', serviceId: 'check-1' },
}));
const newAccount = answer(commitCode, {
  is: 'done',
  data: { ...signedIn, newUser: true, setPwdServiceId: 'password-1', url: '/home' },
});

const typeSuffix = (t: Texts): Action[] => [
  ...signIn(t),
  ...[...'0012'].map((digit, i) => ({ fill: t('idcheck.box.aria', { n: i + 1 }), with: digit })),
  { press: t('idcheck.submit') },
];
const correct = (t: Texts): Action[] => [
  ...signIn(t),
  { press: t('idcheck.wrongRecord') },
  { fill: t('idcheck.number'), with: '330106199003070012' },
  { press: t('code.get') },
  { fill: t('code.labelSent'), with: '482913' },
];
const codeSignIn = (t: Texts): Action[] => [...sendCode(t), { fill: t('code.labelSent'), with: '482913' }];

/** The dialogs between the form and the workspace. */
export const dialogStates: GalleryStates = {
  agreement: { path, answers: [needsAgreement], actions: signIn, shows: (t) => t('agreement.title') },
  'agreement-updated': {
    path,
    answers: [
      needsAgreement,
      answer(getAgreement, ({ language }) => ({
        is: 'done',
        data: {
          needAgreement: true,
          version: agreementVersion,
          updated: {
            day: '2026-11-01',
            changes: isChinese(language)
              ? '第九条写明了如何注销账号。'
              : 'Section 9 now says how to close your account.',
          },
        },
      })),
    ],
    actions: signIn,
    shows: (t) => t('agreement.title'),
  },
  'agreement-busy': {
    path,
    answers: [needsAgreement, answer(agree, 'held')],
    actions: (t) => [...signIn(t), { press: t('agreement.agree') }],
    shows: (t) => t('agreement.title'),
    picture: 'none',
  },
  'second-factor': {
    path,
    answers: [needsSecondFactor],
    actions: signIn,
    shows: (t) => t('mfa.trust'),
    pictureLook: 'en dark',
  },
  'second-factor-wrong': {
    path,
    answers: [needsSecondFactor, answer(verifySecondFactor, { is: 'wrongCode', data: { attemptsLeft: 4 } })],
    actions: (t) => [...signIn(t), { see: t('code.sent') }, { fill: t('code.labelSent'), with: '482913' }],
    shows: (t) => t.refusal('wrongCode', { attemptsLeft: 4 }),
  },
  'identity-check': { path, answers: [needsIdentityCheck], actions: signIn, shows: (t) => t('idcheck.wrongRecord') },
  'identity-check-wrong': {
    path,
    answers: [needsIdentityCheck, answer(checkIdSuffix, { is: 'wrongIdSuffix', data: { attemptsLeft: 4 } })],
    actions: typeSuffix,
    shows: (t) => t.refusal('wrongIdSuffix', { attemptsLeft: 4 }),
    pictureLook: 'en dark',
  },
  'identity-check-correct': {
    path,
    answers: [needsIdentityCheck],
    actions: (t) => [...signIn(t), { press: t('idcheck.wrongRecord') }],
    shows: (t) => t('idcheck.number'),
  },
  'identity-check-claimed': {
    path,
    answers: [
      needsIdentityCheck,
      answer(correctIdNumber, { is: 'done', data: { confirmedBy: 'identityService', url: '/home' } }),
    ],
    actions: correct,
    shows: (t) => t('idcheck.claimed.verify'),
    pictureLook: 'en dark',
  },
  'identity-check-passed': {
    path,
    answers: [needsIdentityCheck, answer(checkIdSuffix, { is: 'done', data: null })],
    actions: typeSuffix,
    shows: (t) => t('idcheck.success'),
    picture: 'window',
  },
  'set-password': {
    path: `${path}?preLoginWay=authCode`,
    answers: [newAccount],
    actions: codeSignIn,
    shows: (t) => t('setpwd.skip'),
  },
  'set-password-typed': {
    path: `${path}?preLoginWay=authCode`,
    answers: [newAccount],
    actions: (t) => [
      ...codeSignIn(t),
      { fill: t('pwd.new'), with: 'Quiet-Harbour-7' },
      { fill: t('pwd.again'), with: 'Quiet' },
      { press: t('setpwd.confirm') },
    ],
    shows: (t) => t('pwd.again.mismatch'),
    pictureLook: 'en dark',
  },
  'sso-dialog': {
    path,
    actions: (t) => [{ press: t('sso.entry') }],
    shows: (t) => t('sso.domain.label'),
  },
};
