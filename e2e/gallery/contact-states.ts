import { exportMyData } from '@foyer/contract/flows/personal-data';
import { getClosure, requestClosure } from '@foyer/contract/flows/close-account';
import {
  changeContact,
  getContactUndo,
  removeContact,
  sendContactCode,
  undoContactChange,
} from '@foyer/contract/flows/contact-change';
import { pageRoutes } from '@foyer/contract/pages/page-routes';
import type { Texts } from '../support/page/texts.ts';
import { answer } from '../scripted/answers.ts';
import type { Action, GalleryStates } from './gallery-state.ts';
import { now } from '../scripted/usual-answers.ts';

const account = pageRoutes.account;
const time = (days: number) => new Date(now + days * 24 * 60 * 60_000).toISOString();
const undo = `${pageRoutes.undoChange}#handle-1`;
const undoOffer = answer(getContactUndo, {
  is: 'done',
  data: {
    kind: 'email',
    before: 'l***@example.com',
    after: 'x***@example.org',
    changedAt: time(-1),
    undoUntil: time(2),
  },
});
const stopOffer = answer(getContactUndo, {
  is: 'done',
  data: {
    kind: 'mobile',
    before: '138****8000',
    after: '139****9000',
    changedAt: time(-1),
    undoUntil: time(2),
    takesPlaceAt: time(2),
  },
});
const stopRecovery = answer(getContactUndo, {
  is: 'done',
  data: {
    kind: 'secondFactor',
    before: '138****8000',
    changedAt: time(-1),
    undoUntil: time(2),
    takesPlaceAt: time(2),
  },
});
const closing = answer(getClosure, { is: 'done', data: { closesAt: time(10) } });

const sendCode = (t: Texts): Action[] => [
  { press: `${t('account.more')}: ${t('contact.email')}` },
  { press: `${t('contact.change')}: ${t('contact.email')}` },
  { fill: t('contact.email.new'), with: 'an.lin@example.org' },
  { press: t('code.get') },
  { see: t('code.labelSent') },
];

/** Mobile number, e-mail address, password and data of an account. */
export const contactStates: GalleryStates = {
  'contact-change': {
    path: account,
    answers: [answer(sendContactCode, { is: 'done', data: { serviceId: 'code-1' } })],
    actions: sendCode,
    shows: (t) => t('contact.email.changeTitle'),
  },
  'contact-menu': {
    path: account,
    actions: (t) => [{ press: `${t('account.more')}: ${t('contact.email')}` }],
    shows: (t) => t('contact.remove'),
    picture: 'window',
  },
  'contact-taken': {
    path: account,
    answers: [
      answer(sendContactCode, { is: 'done', data: { serviceId: 'code-1' } }),
      answer(changeContact, { is: 'contactTaken', data: { kind: 'email' } }),
    ],
    actions: (t) => [...sendCode(t), { fill: t('code.labelSent'), with: '482913' }],
    shows: (t) => t.refusal('contactTaken', { kind: 'email' }),
    picture: 'none',
  },
  'contact-remove': {
    path: account,
    answers: [answer(removeContact, { is: 'secondFactorNeedsMobile' })],
    actions: (t) => [
      { press: `${t('account.more')}: ${t('contact.mobile')}` },
      { press: `${t('contact.remove')}: ${t('contact.mobile')}` },
      { press: t('contact.remove') },
    ],
    shows: (t) => t.refusal('secondFactorNeedsMobile'),
    pictureLook: 'en dark',
  },
  'name-change': {
    path: account,
    actions: (t) => [{ press: `${t('contact.change')}: ${t('name.title')}` }],
    shows: (t) => t('name.lead'),
    picture: 'none',
  },
  'password-change': {
    path: account,
    actions: (t) => [
      { press: `${t('password.change')}: ${t('password.title')}` },
      { fill: t('pwd.new'), with: 'Quiet-Harbour-7' },
    ],
    shows: (t) => t('password.endOthers'),
  },
  'data-export': {
    path: account,
    answers: [answer(exportMyData, 'held')],
    actions: (t) => [{ press: t('data.exportTitle') }, { press: t('data.html') }],
    shows: (t) => t('data.preparing'),
    picture: 'none',
  },
  'account-close': {
    path: account,
    actions: (t) => [{ press: t('data.close') }],
    shows: (t) => t('data.closeLead'),
    pictureLook: 'en dark',
  },
  'account-closed': {
    path: account,
    answers: [answer(requestClosure, { is: 'done', data: { closesAt: time(14) } })],
    actions: (t) => [{ press: t('data.close') }, { press: t('data.closeSubmit') }],
    shows: (t) => t('data.closed'),
    picture: 'none',
  },
  'account-keep': { path: pageRoutes.keepAccount, answers: [closing], shows: (t) => t('keep.title') },
  'undo-change': { path: undo, answers: [undoOffer], shows: (t) => t('undo.effect'), pictureLook: 'en dark' },
  'undo-prove': {
    path: undo,
    answers: [
      undoOffer,
      answer(undoContactChange, { is: 'needsContactCode', data: { kind: 'email', contact: 'l***@example.com' } }),
    ],
    actions: (t) => [{ press: t('undo.submit') }],
    shows: (t) => t('undo.prove'),
  },
  'undo-done': {
    path: undo,
    answers: [undoOffer, answer(undoContactChange, { is: 'done', data: null })],
    actions: (t) => [{ press: t('undo.submit') }],
    shows: (t) => t('undo.done'),
    picture: 'none',
  },
  'undo-expired': {
    path: undo,
    answers: [answer(getContactUndo, { is: 'undoExpired' })],
    shows: (t) => t('undo.expired'),
    picture: 'none',
  },
  'stop-change': { path: undo, answers: [stopOffer], shows: (t) => t('stop.effect') },
  'stop-recovery': {
    path: undo,
    answers: [stopRecovery],
    shows: (t) => t('stop.effect'),
    picture: 'none',
  },
  'stop-done': {
    path: undo,
    answers: [stopOffer, answer(undoContactChange, { is: 'done', data: null })],
    actions: (t) => [{ press: t('stop.submit') }],
    shows: (t) => t('stop.doneLead'),
    picture: 'none',
  },
};
