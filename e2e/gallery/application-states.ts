import {
  answerAccessQuestion,
  enterUserCode,
  getAccessQuestion,
  getDeviceQuestion,
} from '@foyer/contract/flows/oidc-provider';
import { isChinese } from '@foyer/contract/language';
import { getCurrentAccount } from '@foyer/contract/flows/session';
import { pageRoutes } from '@foyer/contract/pages/page-routes';
import { answer } from '../scripted/answers.ts';
import type { GalleryStates } from './gallery-state.ts';
import { accessQuestion, account, deviceQuestion, now } from '../scripted/usual-answers.ts';

const access = `${pageRoutes.applicationAccess}?interaction=interaction-1`;

const deviceConfirm = `${pageRoutes.deviceConfirm}?interaction=interaction-1`;

/** What applications that sign people in ask the person. */
export const applicationStates: GalleryStates = {
  'application-access': { path: access, shows: (t) => t('access.lead'), picture: 'window' },
  'application-access-answering': {
    path: access,
    answers: [answer(answerAccessQuestion, 'held')],
    actions: (t) => [{ press: t('access.allow') }],
    shows: (t) => t('access.allowing'),
    pictureLook: 'en dark',
  },
  'application-access-attributes': {
    path: access,
    answers: [
      answer(getAccessQuestion, ({ language }) => ({
        is: 'done',
        data: {
          ...accessQuestion,
          scopes: ['openid' as const, 'roles' as const, 'groups' as const],
          attributes: isChinese(language) ? ['部门', '入职日期'] : ['Department', 'Start date'],
        },
      })),
    ],
    shows: (t) => t('access.scope.roles'),
    picture: 'none',
  },
  'application-access-not-loaded': {
    path: access,
    answers: [answer(getAccessQuestion, { is: 'internalError' })],
    shows: (t) => t('common.retry'),
    picture: 'none',
  },
  'application-access-ended': {
    path: access,
    answers: [answer(getAccessQuestion, { is: 'authorisationExpired' })],
    shows: (t) => t('access.ended'),
    picture: 'none',
  },
  'application-sign-out': { path: pageRoutes.applicationSignOut, shows: (t) => t('signOut.lead') },
  'application-signed-out': { path: pageRoutes.applicationSignedOut, shows: (t) => t('signedOut.again') },
  device: { path: pageRoutes.device, shows: (t) => t('device.field'), picture: 'window' },
  'device-given': {
    path: `${pageRoutes.device}?user_code=BCDF-GHJK`,
    actions: (t) => [{ see: t('device.compare') }],
    shows: (t) => t('device.compare'),
    pictureLook: 'en dark',
  },
  'device-unknown': {
    path: pageRoutes.device,
    answers: [answer(enterUserCode, { is: 'wrongCode' })],
    actions: (t) => [{ fill: t('device.field'), with: 'BCDF-GHJL' }, { press: t('common.next') }],
    shows: (t) => t('device.unknown'),
  },
  'device-too-many': {
    path: pageRoutes.device,
    answers: [answer(enterUserCode, { is: 'tooManyRequests', data: { retryAfter: 1500 } })],
    actions: (t) => [{ fill: t('device.field'), with: 'BCDF-GHJL' }, { press: t('common.next') }],
    shows: (t) => t('device.tooMany', { n: '25' }),
    picture: 'none',
  },
  'device-question': { path: deviceConfirm, shows: (t) => t('device.advice'), picture: 'window' },
  'device-question-partner': {
    path: deviceConfirm,
    answers: [
      answer(getDeviceQuestion, {
        is: 'done',
        data: { ...deviceQuestion, device: '', otherNetwork: true, scopes: ['openid', 'profile', 'offline_access'] },
      }),
    ],
    shows: (t) => t('device.others'),
    pictureLook: 'en dark',
  },
  'device-question-elsewhere': {
    path: deviceConfirm,
    answers: [
      answer(getDeviceQuestion, { is: 'done', data: { ...deviceQuestion, otherNetwork: true, elsewhere: true } }),
    ],
    shows: (t) => t('scan.elsewhere'),
    picture: 'none',
  },
  'device-declined': {
    path: deviceConfirm,
    actions: (t) => [{ press: t('device.refuse') }],
    shows: (t) => t('device.declined'),
    picture: 'none',
  },
  'device-connected': {
    path: `${pageRoutes.deviceConfirm}?end=connected`,
    shows: (t) => t('device.connected'),
  },
  'device-ended': {
    path: deviceConfirm,
    answers: [answer(getDeviceQuestion, { is: 'authorisationExpired' })],
    shows: (t) => t('device.ended'),
    picture: 'none',
  },
  'application-problem': {
    path: '/oidc/auth',
    config: {
      problem: {
        error: 'invalid_redirect_uri',
        description: 'redirect_uri did not match any of the client’s registered redirect_uris',
      },
    },
    shows: (t) => t('application.startAgain'),
    pictureLook: 'en dark',
  },
  'home-applications': {
    path: pageRoutes.account,
    answers: [
      answer(getCurrentAccount, ({ language }) => ({
        is: 'done',
        data: {
          ...account(language),
          applications: [{ id: 'partner', name: 'Partner Ltd', since: new Date(now).toISOString() }],
        },
      })),
    ],
    shows: (t) => t('home.applications'),
    picture: 'none',
  },
};
