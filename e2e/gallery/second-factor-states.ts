import { askRecovery, getRecovery } from '@foyer/contract/flows/recovery';
import { startAuthenticator } from '@foyer/contract/flows/authenticator';
import { commitPassword } from '@foyer/contract/flows/password-login';
import { verifyStoredFactor } from '@foyer/contract/flows/second-factor';
import { pageRoutes } from '@foyer/contract/pages/page-routes';
import { days } from '@foyer/contract/time';
import type { SecondFactor } from '@foyer/contract/second-factors';
import { answer } from '../scripted/answers.ts';
import type { Texts } from '../support/page/texts.ts';
import type { GalleryStates } from './gallery-state.ts';
import { signIn } from './login-states.ts';
import { now, signedIn } from '../scripted/usual-answers.ts';

const path = pageRoutes.login;

const asksFor = (...secondFactors: SecondFactor[]) => {
  const more = { secondFactors, canTrustBrowser: secondFactors.length > 0 };
  return answer(commitPassword, {
    is: 'done',
    data: { ...signedIn, loginDoubleCheck: true, preServiceId: 'first-1', mobile: '138****5678', ...more },
  });
};
const secret = 'GALLERYKEYGALLERYKEYGALLERYKEYGA';
export const newApp = answer(startAuthenticator, {
  is: 'done',
  data: {
    setupId: 'setup-1',
    secret,
    uri: `otpauth://totp/Yunzhang:13812345678?issuer=Yunzhang&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
  },
});

const recoverable = answer(getRecovery, {
  is: 'done',
  data: { proofs: ['password', 'email'], hours: 72, email: 'l***@example.com', mobile: '138****5678' },
});
const lost = (t: Texts) => [...signIn(t), { press: t('mfa.another') }, { press: t('recovery.open') }];

/** The second factors of a sign-in. */
export const secondFactorStates: GalleryStates = {
  'second-factor-app': {
    path,
    answers: [asksFor('totp', 'sms', 'backupCode')],
    actions: signIn,
    shows: (t) => t('mfa.totp.desc'),
  },
  'second-factor-passkey': {
    path,
    answers: [asksFor('passkey', 'totp', 'sms', 'backupCode')],
    actions: signIn,
    shows: (t) => t('mfa.passkey.desc'),
  },
  'second-factor-choice': {
    path,
    answers: [asksFor('passkey', 'totp', 'sms', 'backupCode')],
    actions: (t) => [...signIn(t), { press: t('mfa.another') }],
    shows: (t) => t('mfa.choose'),
    pictureLook: 'en dark',
  },
  'recovery-email': {
    path,
    answers: [asksFor('totp', 'sms'), recoverable],
    actions: (t) => [...lost(t), { press: t('proof.by.email', { email: 'l***@example.com' }) }],
    shows: (t) => t('recovery.submit'),
    picture: 'none',
  },
  'recovery-password': {
    path,
    answers: [asksFor('totp', 'sms'), recoverable],
    actions: lost,
    shows: (t) => t('recovery.submit'),
  },
  'recovery-password-wrong': {
    path,
    answers: [
      asksFor('totp', 'sms'),
      recoverable,
      answer(askRecovery, { is: 'wrongCredentials', data: { attemptsLeft: 4 } }),
    ],
    actions: (t) => [...lost(t), { fill: t('pwd.label'), with: 'Quiet-Harbour7' }, { press: t('recovery.submit') }],
    shows: (t) => t('proof.password.wrong', { n: 4 }),
    picture: 'none',
  },
  'recovery-asked': {
    path,
    answers: [
      asksFor('totp', 'sms'),
      answer(getRecovery, {
        is: 'done',
        data: { proofs: ['email'], hours: 72, takesPlaceAt: new Date(now + days(3)).toISOString() },
      }),
    ],
    actions: lost,
    shows: (t) => t('recovery.askedLead'),
    pictureLook: 'en dark',
  },
  'recovery-support': {
    path,
    answers: [asksFor('totp', 'sms'), answer(getRecovery, { is: 'done', data: { proofs: [], hours: 72 } })],
    actions: lost,
    shows: (t) => t('recovery.begin'),
  },
  'second-factor-backup-code-used': {
    path,
    answers: [asksFor('backupCode'), answer(verifyStoredFactor, { is: 'codeAlreadyUsed' })],
    actions: (t) => [...signIn(t), { fill: t('mfa.way.backupCode'), with: '1a2b3-c4d5e' }, { press: t('mfa.submit') }],
    shows: (t) => t.refusal('codeAlreadyUsed'),
    picture: 'none',
  },
  'second-factor-required': {
    path,
    answers: [asksFor(), newApp],
    actions: signIn,
    shows: (t) => t('totp.typed'),
    pictureLook: 'en dark',
  },
  'second-factor-due': {
    path,
    answers: [
      answer(commitPassword, {
        is: 'done',
        data: { ...signedIn, secondFactorDueBy: new Date(now).toISOString() },
      }),
    ],
    actions: signIn,
    shows: (t) => t('due.title'),
  },
};
