import * as v from 'valibot';
import { mobile } from '../rules/account-shapes.ts';
import { defineCall } from '../call.ts';
import { scanApps } from '../pages/page-config.ts';
import {
  accountRefusals,
  agreementRefusals,
  codeRefusals,
  handle,
  loginParams,
  oneTimeCode,
  signedIn,
  requestedRedirect,
} from './sign-in.ts';

/** One dialog, three addresses: a stranger's chat or payment account gets a mobile number, and with it an account. */
const binding = {
  method: 'POST',
  request: v.pipe(
    v.object({
      credentials: oneTimeCode,
      serviceId: handle,
      /** Both are the number, and neither is sent when it was prefilled: the service knows it. */
      mobile: v.optional(mobile),
      principal: v.optional(mobile),
      loginId: v.optional(handle),
      loginParams,
      userInfoContextId: handle,
      data: v.object({ userInfoContextId: handle }),
      /** Not asked for when the number was prefilled. */
      agreed: v.optional(v.boolean(), false),
      redirectUrl: v.optional(requestedRedirect),
    }),
    v.check((ask) => ask.userInfoContextId === ask.data.userInfoContextId && ask.mobile === ask.principal),
  ),
  response: signedIn,
  refusals: {
    ...codeRefusals,
    ...agreementRefusals,
    ...accountRefusals,
    authorisationExpired: v.unknown(),
    /** The account of this number has another WeChat, DingTalk or Alipay already. */
    boundElsewhere: v.object({ app: v.picklist(scanApps) }),
  },
} as const;

export const bindMobileToWechat = defineCall({
  ...binding,
  path: '/thirdparty/wechatOfficeAccount/login',
  purpose: 'Give a WeChat account a mobile number and sign in',
  counts: { signIn: 'wechat' },
});

export const bindMobileToDingtalk = defineCall({
  ...binding,
  path: '/login/commit/dingTalkPrincipal',
  purpose: 'Give a DingTalk account a mobile number and sign in',
  counts: { signIn: 'dingtalk' },
});

export const bindMobileToAlipay = defineCall({
  ...binding,
  path: '/login/commit/aliPayPrincipal',
  purpose: 'Give an Alipay account a mobile number and sign in',
  counts: { signIn: 'alipay' },
});
