import { confirmAuthenticator } from '@foyer/contract/flows/authenticator';
import { createBackupCodes } from '@foyer/contract/flows/backup-codes';
import {
  getPasskeyOffer,
  getPasskeys,
  removePasskey,
  startPasskey,
  startPasskeySignIn,
} from '@foyer/contract/flows/passkey';
import { type SecondFactorState, getSecondFactor } from '@foyer/contract/flows/second-factor';
import { pageRoutes } from '@foyer/contract/pages/page-routes';
import type { Texts } from '../support/page/texts.ts';
import { answer } from '../scripted/answers.ts';
import { methods } from '../scripted/site-config.ts';
import type { Action, GalleryStates } from './gallery-state.ts';
import { signIn } from './login-states.ts';
import { newApp } from './second-factor-states.ts';
import { minutesAgo, now } from '../scripted/usual-answers.ts';

const config = { methods: { ...methods, passkey: true } };
const inDays = (days: number) => new Date(now + days * 24 * 60 * 60_000).toISOString();

const challenge = answer(startPasskeySignIn, {
  is: 'done',
  data: {
    challenge: 'Y2hhbGxlbmdl',
    rpId: 'localhost',
    timeout: 300_000,
    userVerification: 'required',
    allowCredentials: [],
  },
});

const offer = answer(getPasskeyOffer, { is: 'done', data: { due: true, silent: false } });

const twoPasskeys = answer(getPasskeys, {
  is: 'done',
  data: {
    passkeys: [
      {
        id: 'passkey-1',
        credentialId: 'MQ',
        name: 'iCloud Keychain',
        synced: true,
        createdAt: minutesAgo(90_000),
        lastUsedAt: minutesAgo(1500),
      },
      { id: 'passkey-2', credentialId: 'Mg', name: 'YubiKey 5', synced: false, createdAt: minutesAgo(2000) },
    ],
    rpId: 'localhost',
    user: { id: 'MQ', name: '138****5678', displayName: '138****5678' },
  },
});

const factors = (state: Partial<SecondFactorState>) =>
  answer(getSecondFactor, {
    is: 'done',
    data: {
      on: false,
      policy: 'optional',
      factors: ['sms'],
      mobile: '138****5678',
      canAddAuthenticator: true,
      trustedBrowsers: [],
      ...state,
    },
  });
const everyFactor = factors({
  on: true,
  factors: ['passkey', 'totp', 'sms', 'backupCode'],
  authenticator: { since: minutesAgo(40_000) },
  backupCodes: { left: 2, since: minutesAgo(40_000) },
  trustedBrowsers: [
    {
      id: 'trust-1',
      current: true,
      device: 'Chrome · Windows',
      since: minutesAgo(9000),
      expiresAt: inDays(23),
    },
  ],
});

const setUpApp = (t: Texts): Action[] => [{ press: `${t('totp.add')}: ${t('totp.name')}` }];

/** Passkeys, and what the account page shows of the second factor. */
export const passkeyStates: GalleryStates = {
  'passkey-login': {
    path: pageRoutes.login,
    config,
    answers: [challenge],
    shows: (t) => t('passkey.hint'),
    picture: 'form',
  },
  'passkey-offer': {
    path: pageRoutes.login,
    config,
    answers: [challenge, offer],
    actions: signIn,
    shows: (t) => t('passkey.offer.lead'),
    pictureLook: 'en dark',
  },
  'passkey-creating': {
    path: pageRoutes.login,
    config,
    answers: [challenge, offer, answer(startPasskey, 'held')],
    actions: (t) => [...signIn(t), { press: t('passkey.offer.create') }],
    shows: (t) => t('passkey.offer.creating'),
    picture: 'none',
  },
  'account-factors': {
    path: `${pageRoutes.account}#passkeys`,
    config,
    answers: [twoPasskeys, everyFactor],
    shows: (t) => t('trusted.current'),
    picture: 'window',
  },
  'account-factor-due': {
    path: `${pageRoutes.account}#second-factor`,
    answers: [factors({ policy: 'grace', dueBy: inDays(10) })],
    shows: (t) => t('factor.ask'),
    picture: 'none',
  },
  'passkey-last-way': {
    path: pageRoutes.account,
    config,
    answers: [twoPasskeys, everyFactor, answer(removePasskey, { is: 'lastWayIn' })],
    actions: (t) => [
      { press: `${t('account.more')}: iCloud Keychain` },
      { press: `${t('passkey.remove')}: iCloud Keychain` },
      { press: t('passkey.remove') },
    ],
    shows: (t) => t.refusal('lastWayIn'),
    picture: 'none',
  },
  'authenticator-set-up': {
    path: pageRoutes.account,
    answers: [factors({}), newApp],
    actions: setUpApp,
    shows: (t) => t('totp.typed'),
  },
  'backup-codes': {
    path: pageRoutes.account,
    answers: [
      factors({}),
      newApp,
      answer(confirmAuthenticator, { is: 'done', data: null }),
      answer(createBackupCodes, {
        is: 'done',
        data: { codes: Array.from({ length: 10 }, (_, n) => `k${n}t9k-${n}n9kk`), setupId: 'SET' },
      }),
    ],
    actions: (t) => [...setUpApp(t), { fill: t('code.labelSent'), with: '482913' }],
    shows: (t) => t('backup.saved'),
    pictureLook: 'en dark',
  },
};
