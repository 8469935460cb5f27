import { disownActivity } from '@foyer/contract/flows/account';
import { getCurrentAccount, logOut, unlinkIdentity } from '@foyer/contract/flows/session';
import { finishAppLink } from '@foyer/contract/flows/link-identity';
import { qr } from '@foyer/contract/limits';
import { pageRoutes } from '@foyer/contract/pages/page-routes';
import { answer } from '../scripted/answers.ts';
import type { GalleryStates } from './gallery-state.ts';
import { account } from '../scripted/usual-answers.ts';

/** The account page. */
export const accountStates: GalleryStates = {
  home: { path: pageRoutes.account, shows: (t) => t('home.sessions'), picture: 'window' },
  'home-shared-computer': {
    path: pageRoutes.account,
    answers: [
      answer(getCurrentAccount, ({ language }) => {
        const { sessions, ...more } = account(language);
        return { is: 'done', data: { ...more, sessions: sessions.map((one) => ({ ...one, shared: one.current })) } };
      }),
    ],
    shows: (t) => t('home.sessions.shared'),
    picture: 'none',
  },
  'home-real-name': {
    path: `${pageRoutes.account}?scene=realname`,
    answers: [
      answer(getCurrentAccount, ({ language }) => ({
        is: 'done',
        data: { ...account(language), realNameStatus: false, identities: [] },
      })),
    ],
    shows: (t) => t('home.realName.prompt'),
    picture: 'none',
  },
  'home-unlink': {
    path: pageRoutes.account,
    actions: (t) => [{ press: `${t('home.identities.unlink')}: ${t('qr.switch.wechat')}` }],
    shows: (t) => t('home.unlink.lead', { name: t('qr.switch.wechat') }),
  },
  'home-unlinked': {
    path: pageRoutes.account,
    answers: [answer(unlinkIdentity, { is: 'done', data: null })],
    actions: (t) => [
      { press: `${t('home.identities.unlink')}: ${t('qr.switch.wechat')}` },
      { press: t('home.identities.unlink') },
    ],
    shows: (t) => t('home.identities.unlinked'),
    picture: 'none',
  },
  'home-link': {
    path: pageRoutes.account,
    actions: (t) => [{ press: `${t('link.app.add')}: ${t('qr.switch.alipay')}` }],
    devices: ['pc'],
    shows: (t) => t('link.lead', { name: t('qr.switch.alipay') }),
  },
  'home-link-phone': {
    path: pageRoutes.account,
    actions: (t) => [{ press: `${t('link.app.add')}: ${t('qr.switch.alipay')}` }],
    devices: ['mobileWeb'],
    shows: (t) => t('link.phone', { name: t('qr.switch.alipay') }),
  },
  'home-link-taken': {
    path: pageRoutes.account,
    devices: ['pc'],
    answers: [answer(finishAppLink, { is: 'identityTaken' })],
    actions: (t) => [
      { press: `${t('link.app.add')}: ${t('qr.switch.alipay')}` },
      { see: t('qr.ready') },
      { pass: qr.pollInterval },
    ],
    shows: (t) => t.refusal('identityTaken'),
    pictureLook: 'en dark',
  },
  'home-link-company': {
    path: pageRoutes.account,
    actions: (t) => [{ press: `${t('link.app.add')}: ${t('link.company')}` }],
    shows: (t) => t('link.company.lead'),
    pictureLook: 'en dark',
  },
  'home-sign-out': {
    path: pageRoutes.account,
    answers: [answer(logOut, 'held')],
    actions: (t) => [{ press: t('home.signOutEverywhere') }],
    shows: (t) => t('home.signOutEverywhere.lead'),
    pictureLook: 'en dark',
  },
  'account-proof': {
    path: pageRoutes.account,
    answers: [
      answer(unlinkIdentity, {
        is: 'needsFreshProof',
        data: {
          ways: ['password', 'sms', 'email'],
          preServiceId: 'session-1',
          mobile: '138****5678',
          email: 'li****@example.com',
        },
      }),
    ],
    actions: (t) => [
      { press: `${t('home.identities.unlink')}: ${t('qr.switch.wechat')}` },
      { press: t('home.identities.unlink') },
    ],
    shows: (t) => t('proof.lead'),
    pictureLook: 'en dark',
  },
  'account-secure': {
    path: pageRoutes.account,
    answers: [answer(disownActivity, { is: 'done', data: { sessionEnded: true } })],
    actions: (t) => [
      { press: `${t('activity.notMe')}: ${t('activity.wrongPassword')}` },
      { press: t('activity.disown.confirm') },
    ],
    shows: (t) => t('secure.ended'),
  },
  'home-failed': {
    path: pageRoutes.account,
    answers: [answer(getCurrentAccount, { is: 'internalError' })],
    shows: (t) => t('home.failed'),
    picture: 'none',
  },
};
