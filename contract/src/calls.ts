import { askBanners } from './flows/banner.ts';
import { bindMobileToAlipay, bindMobileToDingtalk, bindMobileToWechat } from './flows/bind-mobile.ts';
import type { Call } from './call.ts';
import { commitCode } from './flows/code-login.ts';
import { agree, askAgreement } from './flows/consent.ts';
import { tellEvents } from './flows/events.ts';
import { findAccounts, namePerson } from './flows/find-account.ts';
import { askArticle, askArticles, askChatVisitor, countArticleClick } from './flows/help-desk.ts';
import { applyHumanCheck, askHumanCheck } from './flows/human-check.ts';
import { checkIdSuffix, correctIdNumber } from './flows/identity-check.ts';
import { transferLogin } from './flows/one-click-login.ts';
import { commitPassword } from './flows/password-login.ts';
import { askAlipayScan, askDingtalkScan, askWechatScan, requestAppPage, requestQr } from './flows/qr-login.ts';
import { requestIdentityUrl } from './flows/real-name.ts';
import { askWhetherTaken, registerAccount } from './flows/register.ts';
import { resetPassword } from './flows/retrieve-password.ts';
import { answerScan, askScanOffer, openAlipayScan } from './flows/scan-confirm.ts';
import { verifySecondFactor } from './flows/second-factor.ts';
import { sendCodeToEmail, sendCodeToMobile, verifyCode } from './flows/send-code.ts';
import { askWhoIAm, endSession, logOut, unlinkIdentity } from './flows/session.ts';
import { setPassword } from './flows/set-password.ts';
import { checkBindCode, sendBindCode } from './flows/sso-bind.ts';
import { askCompany } from './flows/sso-domain.ts';
import { checkAuthorisation } from './flows/sso-return.ts';
import { requestWorkChat } from './flows/work-chat.ts';

/**
 * Every call of the wire, by flow and name, for the API description and the tests.
 * The page never imports this: it takes each call from its own file, and only with the flow that makes it.
 */
export const callsByFlow: Record<string, Record<string, Call>> = {
  'password-login': { commitPassword },
  'human-check': { askHumanCheck, applyHumanCheck },
  'send-code': { sendCodeToMobile, sendCodeToEmail, verifyCode },
  'code-login': { commitCode },
  register: { askWhetherTaken, registerAccount },
  'set-password': { setPassword },
  consent: { askAgreement, agree },
  'second-factor': { verifySecondFactor },
  'identity-check': { checkIdSuffix, correctIdNumber },
  'qr-login': { requestQr, requestAppPage, askWechatScan, askAlipayScan, askDingtalkScan },
  'scan-confirm': { openAlipayScan, askScanOffer, answerScan },
  'bind-mobile': { bindMobileToWechat, bindMobileToDingtalk, bindMobileToAlipay },
  'one-click-login': { transferLogin },
  'work-chat': { requestWorkChat },
  'sso-domain': { askCompany },
  'sso-return': { checkAuthorisation },
  'sso-bind': { sendBindCode, checkBindCode },
  'real-name': { requestIdentityUrl },
  'retrieve-password': { resetPassword },
  'find-account': { namePerson, findAccounts },
  session: { askWhoIAm, endSession, unlinkIdentity, logOut },
  banner: { askBanners },
  'help-desk': { askArticles, askArticle, countArticleClick, askChatVisitor },
  events: { tellEvents },
};

export const calls: Record<string, Call> = Object.assign({}, ...Object.values(callsByFlow));
