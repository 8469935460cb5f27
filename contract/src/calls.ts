import { askBanners } from './banner.ts';
import { bindMobileToAlipay, bindMobileToDingtalk, bindMobileToWechat } from './bind-mobile.ts';
import type { Call } from './call.ts';
import { commitCode } from './code-login.ts';
import { agree, askAgreement } from './consent.ts';
import { tellEvents } from './events.ts';
import { findAccounts, namePerson } from './find-account.ts';
import { askArticle, askArticles, askChatVisitor, countArticleClick } from './help-desk.ts';
import { applyHumanCheck, askHumanCheck } from './human-check.ts';
import { checkIdSuffix, correctIdNumber } from './identity-check.ts';
import { transferLogin } from './one-click-login.ts';
import { commitPassword } from './password-login.ts';
import { askAlipayScan, askDingtalkScan, askWechatScan, requestAppPage, requestQr } from './qr-login.ts';
import { requestIdentityUrl } from './real-name.ts';
import { askWhetherTaken, registerAccount } from './register.ts';
import { resetPassword } from './retrieve-password.ts';
import { answerScan, askScanOffer, openAlipayScan } from './scan-confirm.ts';
import { verifySecondFactor } from './second-factor.ts';
import { sendCodeToEmail, sendCodeToMobile, verifyCode } from './send-code.ts';
import { askWhoIAm, endSession, logOut, unlinkIdentity } from './session.ts';
import { setPassword } from './set-password.ts';
import { checkBindCode, sendBindCode } from './sso-bind.ts';
import { askCompany } from './sso-domain.ts';
import { checkAuthorisation } from './sso-return.ts';
import { requestWorkChat } from './work-chat.ts';

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
