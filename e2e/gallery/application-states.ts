import { answerAccessQuestion, getAccessQuestion } from '@foyer/contract/flows/oidc-provider';
import { isChinese } from '@foyer/contract/language';
import { getCurrentAccount } from '@foyer/contract/flows/session';
import { pageRoutes } from '@foyer/contract/pages/page-routes';
import { answer } from '../scripted/answers.ts';
import type { GalleryStates } from './gallery-state.ts';
import { accessQuestion, account, now } from '../scripted/usual-answers.ts';

const access = `${pageRoutes.applicationAccess}?interaction=interaction-1`;

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
