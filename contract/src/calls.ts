import { callsOfApps } from './apps/app-calls.ts';
import { forgetAccount } from './flows/account-chooser.ts';
import { disownActivity, getActivity, getAcceptedAgreements, proveByCode, proveByPassword } from './flows/account.ts';
import { confirmAuthenticator, removeAuthenticator, startAuthenticator } from './flows/authenticator.ts';
import { confirmBackupCodes, createBackupCodes } from './flows/backup-codes.ts';
import { getBanners } from './flows/banner.ts';
import { bindMobileTo } from './flows/bind-mobile.ts';
import type { Call } from './call.ts';
import { changeName } from './flows/change-name.ts';
import { changePassword } from './flows/change-password.ts';
import { getClosure, keepAccount, requestClosure } from './flows/close-account.ts';
import { commitCode } from './flows/code-login.ts';
import { agree, getAgreement } from './flows/agreement.ts';
import { answerHandoff, askHandoff, pollHandoff, startHandoff } from './flows/continue-on-phone.ts';
import {
  changeContact,
  getContactUndo,
  removeContact,
  sendContactCode,
  undoContactChange,
} from './flows/contact-change.ts';
import { trackEvents } from './flows/events.ts';
import { findAccounts, startPersonSearch } from './flows/find-account.ts';
import { verifySession } from './flows/forward-auth.ts';
import { getArticle, getArticles, getChatVisitor, countArticleClick } from './flows/help-desk.ts';
import { applyHumanCheck, getHumanCheck } from './flows/human-check.ts';
import { checkIdSuffix, correctIdNumber } from './flows/identity-check.ts';
import {
  answerAccessQuestion,
  answerDeviceQuestion,
  confirmSignOut,
  enterUserCode,
  getAccessQuestion,
  getDeviceQuestion,
  getInteractionApplication,
} from './flows/oidc-provider.ts';
import { transferLogin } from './flows/one-click-login.ts';
import {
  addPasskey,
  answerPasskeyOffer,
  commitPasskey,
  getPasskeyOffer,
  getPasskeys,
  proveByPasskey,
  removePasskey,
  renamePasskey,
  startPasskey,
  startPasskeyFactor,
  startPasskeyProof,
  startPasskeySignIn,
  verifyPasskeyFactor,
} from './flows/passkey.ts';
import { finishAppLink, finishCompanyLink, startAppLink } from './flows/link-identity.ts';
import { commitPassword } from './flows/password-login.ts';
import { exportMyData } from './flows/personal-data.ts';
import { pollReturnedScan, requestAppPage, requestQr } from './flows/qr-login.ts';
import { requestIdentityUrl } from './flows/real-name.ts';
import { askRecovery, getRecovery } from './flows/recovery.ts';
import { checkAccountTaken, registerAccount } from './flows/register.ts';
import { resetPassword } from './flows/retrieve-password.ts';
import { answerScan, getScanOffer } from './flows/scan-confirm.ts';
import {
  forgetBrowser,
  getSecondFactor,
  proveByFactor,
  startStepUp,
  switchSecondFactor,
  verifySecondFactor,
  verifyStoredFactor,
} from './flows/second-factor.ts';
import { sendCodeToEmail, sendCodeToMobile, verifyCode } from './flows/send-code.ts';
import {
  endApplicationAccess,
  endOtherSessions,
  endSession,
  getCurrentAccount,
  logOut,
  undoUnlink,
  unlinkIdentity,
} from './flows/session.ts';
import { setPassword } from './flows/set-password.ts';
import { checkBindCode, sendBindCode } from './flows/sso-bind.ts';
import { findCompany, findCompanyByMail } from './flows/sso-domain.ts';
import { checkAuthorisation } from './flows/sso-return.ts';
import { requestWecomScan } from './flows/work-chat.ts';

/**
 * Every call, by flow and name, for the API description and the tests.
 * The page never imports this file: it imports each call with the flow that uses it, so that the first load stays small.
 */
export const callsByFlow: Record<string, Record<string, Call>> = {
  'password-login': { commitPassword },
  'account-chooser': { forgetAccount },
  passkey: {
    startPasskeySignIn,
    commitPasskey,
    startPasskeyFactor,
    verifyPasskeyFactor,
    startPasskeyProof,
    proveByPasskey,
    getPasskeys,
    startPasskey,
    addPasskey,
    renamePasskey,
    removePasskey,
    getPasskeyOffer,
    answerPasskeyOffer,
  },
  'human-check': { getHumanCheck, applyHumanCheck },
  'send-code': { sendCodeToMobile, sendCodeToEmail, verifyCode },
  'code-login': { commitCode },
  register: { checkAccountTaken, registerAccount },
  'set-password': { setPassword },
  agreement: { getAgreement, agree },
  'second-factor': {
    startStepUp,
    verifySecondFactor,
    verifyStoredFactor,
    getSecondFactor,
    switchSecondFactor,
    forgetBrowser,
    proveByFactor,
  },
  recovery: { getRecovery, askRecovery },
  authenticator: { startAuthenticator, confirmAuthenticator, removeAuthenticator },
  'backup-codes': { createBackupCodes, confirmBackupCodes },
  'identity-check': { checkIdSuffix, correctIdNumber },
  'qr-login': { requestQr, requestAppPage, ...callsOfApps.poll, pollReturnedScan },
  'scan-confirm': { ...callsOfApps.open, getScanOffer, answerScan },
  'continue-on-phone': { startHandoff, pollHandoff, askHandoff, answerHandoff },
  'bind-mobile': Object.fromEntries(
    Object.entries(bindMobileTo).map(([app, call]) => [`bindMobileTo${app[0]!.toUpperCase()}${app.slice(1)}`, call]),
  ),
  'one-click-login': { transferLogin },
  'work-chat': { requestWecomScan },
  'sso-domain': { findCompany, findCompanyByMail },
  'sso-return': { checkAuthorisation },
  'sso-bind': { sendBindCode, checkBindCode },
  'real-name': { requestIdentityUrl },
  'retrieve-password': { resetPassword },
  'find-account': { startPersonSearch, findAccounts },
  'forward-auth': { verifySession },
  session: {
    getCurrentAccount,
    endSession,
    endOtherSessions,
    unlinkIdentity,
    undoUnlink,
    endApplicationAccess,
    logOut,
  },
  'link-identity': { startAppLink, finishAppLink, finishCompanyLink },
  account: { proveByPassword, proveByCode, getActivity, disownActivity, getAcceptedAgreements },
  'contact-change': { sendContactCode, changeContact, removeContact, getContactUndo, undoContactChange },
  'change-name': { changeName },
  'change-password': { changePassword },
  'personal-data': { exportMyData },
  'close-account': { requestClosure, getClosure, keepAccount },
  'oidc-provider': {
    getAccessQuestion,
    getInteractionApplication,
    answerAccessQuestion,
    confirmSignOut,
    enterUserCode,
    getDeviceQuestion,
    answerDeviceQuestion,
  },
  banner: { getBanners },
  'help-desk': { getArticles, getArticle, countArticleClick, getChatVisitor },
  events: { trackEvents },
};

export const calls: Record<string, Call> = Object.assign({}, ...Object.values(callsByFlow));
