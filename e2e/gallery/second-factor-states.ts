import { startAuthenticator } from '@foyer/contract/flows/authenticator';
import { commitPassword } from '@foyer/contract/flows/password-login';
import { verifyStoredFactor } from '@foyer/contract/flows/second-factor';
import { pageRoutes } from '@foyer/contract/pages/page-routes';
import type { SecondFactor } from '@foyer/contract/second-factors';
import { answer } from '../scripted/answers.ts';
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
