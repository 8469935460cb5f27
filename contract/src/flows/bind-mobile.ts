import * as v from 'valibot';
import { mobile } from '../rules/account-shapes.ts';
import { defineCall } from '../call.ts';
import { scanApps } from '../pages/page-config.ts';
import {
  accountRefusals,
  agreementRefusals,
  newAccountRefusals,
  codeRefusals,
  handle,
  loginParams,
  oneTimeCode,
  signedIn,
  signInResult,
  requestedRedirect,
} from './sign-in.ts';

/** The three bind calls share one schema: an unknown chat or payment account gets a mobile number, and with it an account. */
const binding = {
  method: 'POST',
  request: v.pipe(
    v.object({
      credentials: oneTimeCode,
      serviceId: handle,
      /** Both hold the mobile number; neither is sent when it was prefilled, since the service knows it. */
      mobile: v.optional(mobile),
      principal: v.optional(mobile),
      loginId: v.optional(handle),
      loginParams,
      userInfoContextId: handle,
      data: v.object({ userInfoContextId: handle }),
      /** Not required when the mobile number was prefilled. */
      agreed: v.optional(v.boolean(), false),
      redirectUrl: v.optional(requestedRedirect),
    }),
    v.check(
      (request) => request.userInfoContextId === request.data.userInfoContextId && request.mobile === request.principal,
    ),
  ),
  response: signedIn,
  reads: signInResult,
  refusals: {
    ...codeRefusals,
    ...agreementRefusals,
    ...newAccountRefusals,
    ...accountRefusals,
    authorisationExpired: v.unknown(),
    /** The account with this mobile number is linked to another WeChat, DingTalk or Alipay account. */
    boundElsewhere: v.object({ app: v.picklist(scanApps) }),
  },
} as const;

export const bindMobileToWechat = defineCall({
  ...binding,
  path: '/thirdparty/wechatOfficeAccount/login',
  purpose: 'Bind a mobile number to a WeChat account and sign in',
  trackedAs: { signIn: 'wechat' },
});

export const bindMobileToDingtalk = defineCall({
  ...binding,
  path: '/login/commit/dingTalkPrincipal',
  purpose: 'Bind a mobile number to a DingTalk account and sign in',
  trackedAs: { signIn: 'dingtalk' },
});

export const bindMobileToAlipay = defineCall({
  ...binding,
  path: '/login/commit/aliPayPrincipal',
  purpose: 'Bind a mobile number to an Alipay account and sign in',
  trackedAs: { signIn: 'alipay' },
});
