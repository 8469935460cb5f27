import { commitPassword } from '@foyer/contract/flows/password-login';
import { getScanOffer } from '@foyer/contract/flows/scan-confirm';
import { startStepUp } from '@foyer/contract/flows/second-factor';
import type { InteractionView } from '@foyer/contract/pages/interaction-view';
import { pageRoutes } from '@foyer/contract/pages/page-routes';
import { answer } from '../scripted/answers.ts';
import type { GalleryStates } from './gallery-state.ts';
import { signIn } from './login-states.ts';
import { scanOffer, signedIn } from '../scripted/usual-answers.ts';

const path = pageRoutes.login;
const document = {
  title: '租赁合同 2026',
  sender: 'ACME',
  due: { 'zh-CN': '2026年11月30日', 'en-US': 'Nov 30, 2026' },
};
const request = { application: { 'zh-CN': '合同', 'en-US': 'Contracts' }, cancelUrl: '/oidc/interaction/1/cancel' };
const withDocument: InteractionView = { ...request, document, params: {} };
const withLongDocument: InteractionView = {
  ...request,
  document: { title: 'Framework agreement on the delivery of laboratory equipment 2026', sender: 'Qinghe Instruments' },
  params: {},
};
const asked = (reason: InteractionView['reason'], account: string): InteractionView => ({
  ...request,
  ...(reason && { reason }),
  params: { account },
});

/** What the pages say about the request of an application, and about the session. */
export const requestStates: GalleryStates = {
  'signed-in-already': {
    path,
    notice: { is: 'signedIn', name: '林爱丽', url: '/home' },
    shows: (t) => t('view.continue'),
    picture: 'window',
  },
  'signed-out': { path, notice: { is: 'signedOut' }, shows: (t) => t('view.signedOut'), picture: 'none' },
  'session-ended': { path, notice: { is: 'sessionEnded' }, shows: (t) => t('view.sessionEnded'), picture: 'none' },
  'document-strip': { path, view: withDocument, shows: () => document.title, picture: 'window' },
  'document-strip-long': {
    path,
    view: withLongDocument,
    shows: () => 'laboratory equipment',
    picture: 'window',
    pictureLook: 'en dark',
    devices: ['mobileWeb', 'pc'],
  },
  'document-strip-dialog': {
    path,
    view: withDocument,
    answers: [
      answer(commitPassword, {
        is: 'done',
        data: { ...signedIn, loginDoubleCheck: true, preServiceId: 'first-1', mobile: '138****5678' },
      }),
    ],
    actions: signIn,
    shows: (t) => t('mfa.trust'),
  },
  'document-strip-phone': {
    path: `${pageRoutes.scanConfirm}?ticket=ticket-1`,
    answers: [answer(getScanOffer, { is: 'done', data: { ...scanOffer, document } })],
    shows: () => document.title,
    devices: ['mobileWeb'],
    picture: 'window',
  },
  'other-signer': {
    path,
    view: { ...asked({ is: 'otherSigner', current: '139****0001' }, '13800138000'), document },
    shows: () => '139****0001',
    pictureLook: 'en dark',
  },
  'step-up': {
    path,
    view: asked({ is: 'secondFactor' }, '13800138000'),
    answers: [answer(startStepUp, { is: 'done', data: { mobile: '138****8000', preServiceId: 'step-up-1' } })],
    shows: (t) => t('stepUp.submit'),
    picture: 'window',
  },
  'step-up-document': {
    path,
    view: { ...asked({ is: 'secondFactor' }, '13800138000'), document },
    answers: [answer(startStepUp, { is: 'done', data: { mobile: '138****8000', preServiceId: 'step-up-1' } })],
    shows: (t) => t('stepUp.submit'),
    picture: 'window',
  },
};
