import { forgetAccount } from '@foyer/contract/flows/account-chooser';
import { pageRoutes } from '@foyer/contract/pages/page-routes';
import type { RememberedAccount } from '@foyer/contract/pages/remembered-account';
import { answer } from '../scripted/answers.ts';
import type { GalleryStates } from './gallery-state.ts';

const path = pageRoutes.login;
const lin: RememberedAccount = {
  handle: 'account-1',
  account: '138****8000',
  kind: 'mobile',
  name: '林**',
  method: 'password',
};
const mei: RememberedAccount = {
  handle: 'account-2',
  account: 'm***@acme.com',
  kind: 'email',
  method: 'sso',
  company: 'acme',
};
const wang: RememberedAccount = { handle: 'account-3', account: '139****0001', kind: 'mobile', method: 'wechat' };

/** The accounts that a browser remembers. */
export const chooserStates: GalleryStates = {
  'account-chooser': { path, remembered: [lin, mei], shows: (t) => t('chooser.lastUsed'), picture: 'window' },
  'account-chooser-three': {
    path,
    remembered: [mei, wang, lin],
    shows: (t) => t('chooser.lastUsed'),
    pictureLook: 'en dark',
  },
  'account-chooser-manage': {
    path,
    remembered: [lin, mei],
    answers: [answer(forgetAccount, { is: 'done', data: null })],
    actions: (t) => [{ press: t('chooser.manage') }],
    shows: (t) => t('chooser.forget'),
    picture: 'form',
  },
  'account-chosen': {
    path,
    remembered: [lin, mei],
    // The initial comes before the name.
    actions: () => [{ press: '林林**' }],
    shows: (t) => t('chooser.switch'),
  },
  'account-chosen-scan': {
    path,
    remembered: [wang],
    actions: () => [{ press: '139****0001' }],
    shows: (t) => t('chooser.switch'),
    pictureLook: 'en dark',
    picture: 'none',
  },
  'account-other': {
    path,
    remembered: [lin],
    actions: (t) => [{ press: t('chooser.other') }],
    shows: (t) => t('login.submit'),
    picture: 'none',
  },
};
