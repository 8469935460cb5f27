import { answerHandoff, askHandoff, pollHandoff, startHandoff } from '@foyer/contract/flows/continue-on-phone';
import { qr } from '@foyer/contract/limits';
import { pageRoutes } from '@foyer/contract/pages/page-routes';
import { answer } from '../scripted/answers.ts';
import { handoffOffer } from '../scripted/usual-answers.ts';
import type { Texts } from '../support/page/texts.ts';
import type { Action, GalleryStates } from './gallery-state.ts';

const dialog = {
  path: pageRoutes.login,
  devices: ['pc'],
  actions: (t: Texts): Action[] => [{ press: t('phone.title') }, { see: t('handoff.lead') }],
} as const;
const polled = {
  ...dialog,
  actions: (t: Texts): Action[] => [...dialog.actions(t), { see: t('handoff.lasts') }, { pass: qr.pollInterval }],
} as const;
const phone = { path: `${pageRoutes.continueOnPhone}#token-1`, devices: ['mobileWeb'] } as const;
const typed = (t: Texts): Action[] => [{ fill: t('handoff.field'), with: '42' }, { press: t('handoff.confirm') }];

/** A sign-in of a computer that continues on a phone: the dialog on the computer, and the page on the phone. */
export const handoffStates: GalleryStates = {
  'handoff-code': { ...dialog, shows: (t) => t('handoff.lasts') },
  'handoff-opened': {
    ...polled,
    answers: [answer(pollHandoff, { is: 'pending', data: { opened: true } })],
    shows: (t) => t('handoff.opened'),
    picture: 'none',
  },
  'handoff-number': {
    ...polled,
    answers: [answer(pollHandoff, { is: 'pending', data: { opened: true, number: 42 } })],
    shows: (t) => t('handoff.number'),
    pictureLook: 'en dark',
  },
  'handoff-declined': {
    ...polled,
    answers: [answer(pollHandoff, { is: 'scanDeclined' })],
    shows: (t) => t('handoff.declined'),
  },
  'handoff-expired': {
    ...polled,
    answers: [answer(pollHandoff, { is: 'authorisationExpired' })],
    shows: (t) => t('handoff.expired'),
    picture: 'none',
  },
  'handoff-failed': {
    ...dialog,
    answers: [answer(startHandoff, { is: 'internalError' })],
    shows: (t) => t.refusal('internalError'),
    picture: 'none',
  },
  'handoff-ask': { ...phone, shows: (t) => t('handoff.ask'), picture: 'window' },
  'handoff-ask-elsewhere': {
    ...phone,
    answers: [answer(askHandoff, { is: 'done', data: { ...handoffOffer, elsewhere: true } })],
    shows: (t) => t('scan.elsewhere'),
    picture: 'window',
    pictureLook: 'en dark',
  },
  'handoff-ask-failed': {
    ...phone,
    answers: [answer(answerHandoff, { is: 'internalError' })],
    actions: typed,
    shows: (t) => t.refusal('internalError'),
    picture: 'none',
  },
  'handoff-confirmed': { ...phone, actions: typed, shows: (t) => t('handoff.confirmed.title') },
  'handoff-wrong-number': {
    ...phone,
    answers: [answer(answerHandoff, { is: 'done', data: { result: 'wrongNumber' } })],
    actions: typed,
    shows: (t) => t('handoff.wrong.title'),
    picture: 'none',
  },
  'handoff-not-mine': {
    ...phone,
    answers: [answer(answerHandoff, { is: 'done', data: { result: 'declined' } })],
    actions: (t) => [{ press: t('handoff.notMine') }],
    shows: (t) => t('handoff.declined.title'),
    pictureLook: 'en dark',
  },
  'handoff-paused': {
    ...phone,
    answers: [answer(askHandoff, { is: 'waitBeforeRetry', data: { retryAfter: 600 } })],
    shows: (t) => t('handoff.paused.title'),
  },
  'handoff-gone': {
    ...phone,
    answers: [answer(askHandoff, { is: 'authorisationExpired' })],
    shows: (t) => t('handoff.gone.title'),
    picture: 'none',
  },
};
