import { checkBindCode } from '@foyer/contract/flows/sso-bind';
import { findCompany } from '@foyer/contract/flows/sso-domain';
import { checkAuthorisation } from '@foyer/contract/flows/sso-return';
import { pageRoutes, ssoMiddlePath } from '@foyer/contract/pages/page-routes';
import { toast } from '@foyer/contract/limits';
import type { Texts } from '../support/page/texts.ts';
import { answer } from '../scripted/answers.ts';
import type { Action, GalleryStates } from './gallery-state.ts';

const form = `${pageRoutes.login}?ssoLogin=true`;
const returned = `${ssoMiddlePath}?accessCode=access-1`;

const unknownEmployee = answer(checkAuthorisation, { is: 'done', data: { loginStatus: false } });
const submitDomain = (t: Texts): Action[] => [
  { fill: t('sso.domain.label'), with: 'acme' },
  { press: t.prefix('register.protocol') },
  { press: t('sso.submit') },
];

/** The form for the company domain, and the page that the company's sign-in returns to. */
export const ssoStates: GalleryStates = {
  'sso-form': { path: form, shows: (t) => t('sso.domain.label'), pictureLook: 'en dark' },
  'sso-form-empty': {
    path: form,
    actions: (t) => [{ enter: t('sso.domain.label') }],
    shows: (t) => t('sso.domain.empty'),
    picture: 'none',
  },
  'sso-unknown-domain': {
    path: form,
    answers: [answer(findCompany, { is: 'done', data: { ifExistDomain: false } })],
    actions: submitDomain,
    shows: (t) => t('sso.domain.notFound'),
  },
  'sso-checking': { path: returned, answers: [answer(checkAuthorisation, 'held')], shows: (t) => t('sso.loading') },
  'sso-bind': { path: returned, answers: [unknownEmployee], shows: (t) => t('sso.bind.desc') },
  'sso-bind-known': {
    path: returned,
    answers: [answer(checkAuthorisation, { is: 'done', data: { loginStatus: false, loginMobile: '138****5678' } })],
    shows: (t) => t('sso.bind.desc'),
    picture: 'none',
  },
  'sso-bind-email-only': {
    path: returned,
    answers: [answer(checkAuthorisation, { is: 'done', data: { loginStatus: false, loginLimit: 'EMAIL' } })],
    shows: (t) => t('sso.bind.emailOnly'),
    pictureLook: 'en dark',
  },
  'sso-bind-wrong-code': {
    path: returned,
    answers: [unknownEmployee, answer(checkBindCode, { is: 'wrongCode', data: { attemptsLeft: 4 } })],
    actions: (t) => [
      { fill: t('sso.bind.tab.mobile'), with: '13812345678' },
      { press: t('code.get') },
      { fill: t('code.labelSent'), with: '482913' },
    ],
    shows: (t) => t.refusal('wrongCode', { attemptsLeft: 4 }),
    picture: 'none',
  },
  'sso-failed': {
    path: returned,
    answers: [answer(checkAuthorisation, { is: 'ssoFailed' })],
    actions: (t) => [{ see: t.refusal('ssoFailed') }, { pass: toast.shownFor }],
    shows: (t) => t('sso.failed'),
    picture: 'none',
  },
  'sso-no-response': {
    path: returned,
    answers: [answer(checkAuthorisation, { is: 'internalError' })],
    actions: (t) => [{ see: t.refusal('internalError') }],
    shows: (t) => t('common.retry'),
    picture: 'none',
  },
};
