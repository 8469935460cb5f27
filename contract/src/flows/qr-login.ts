import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { longest } from '../limits.ts';
import { scanApps } from '../pages/page-config.ts';
import { scanCodesThatBind } from '../result-codes.ts';
import { accountRefusals, fingerprint, handle, signedIn, requestedRedirect } from './sign-in.ts';

/** Someone whose chat or payment account we do not know yet; the number, if any, is masked. */
const unknownPerson = v.object({ userInfoContextId: v.string(), principal: v.optional(v.string()) });

const notSignedInYet = {
  /** A person has scanned and not yet confirmed, or nobody has. */
  pending: v.nullish(v.object({ scanned: v.optional(v.boolean(), false) }), { scanned: false }),
  authorisationExpired: v.unknown(),
  needsMobile: unknownPerson,
  mobileAlreadyBound: unknownPerson,
  scanDeclined: v.unknown(),
  /** Phone and browser are in different countries, and the account has no number for the check that this needs. */
  scanFromElsewhere: v.unknown(),
  ...accountRefusals,
};

export const requestQr = defineCall({
  method: 'GET',
  path: '/login/oauth/request/:thirdparty',
  purpose: 'Get a QR code to scan with a chat or payment app',
  request: v.object({
    thirdparty: v.picklist(['WECHAT_OFFICIAL_ACCOUNT', 'ALIPAY_MINI', 'DING_TALK_EXTERNAL']),
    fingerprint,
    /** The loginId of the code that this one takes the place of: whoever scans that one finds it expired. */
    replaces: v.optional(handle),
    redirectUrl: v.optional(requestedRedirect),
  }),
  response: v.object({
    url: v.pipe(v.string(), v.maxLength(longest.qrContent)),
    /** A picture, a text to draw as a QR code, or the provider's page for a frame. */
    kind: v.picklist(['image', 'content', 'frame']),
    loginId: v.string(),
    sceneId: v.optional(v.string()),
  }),
  refusals: {},
});

/** Where there is nothing to scan with, because the page stands inside the app. */
export const requestAppPage = defineCall({
  method: 'GET',
  path: '/login/oauth/page/:app',
  purpose: 'Where the app that the page stands in says who its owner is',
  request: v.object({ app: v.picklist(scanApps), fingerprint, redirectUrl: v.optional(requestedRedirect) }),
  response: v.object({ url: v.string() }),
  refusals: {},
});

export const pollWechatScan = defineCall({
  method: 'GET',
  path: '/thirdparty/wechatOfficeFocus/result',
  purpose: 'Whether the WeChat code was scanned, and by whom',
  request: v.object({ sceneId: handle, loginId: handle, fingerprint }),
  response: v.union([v.object({ ...unknownPerson.entries, scanCode: v.picklist(scanCodesThatBind) }), signedIn]),
  refusals: notSignedInYet,
});

export const pollAlipayScan = defineCall({
  method: 'GET',
  path: '/thirdparty/alipaymini/result',
  purpose: 'Whether the Alipay code was scanned, and by whom',
  request: v.object({ loginId: handle, fingerprint }),
  response: signedIn,
  refusals: { ...notSignedInYet, mainlandMobileOnly: v.unknown() },
});

export const pollDingtalkScan = defineCall({
  method: 'GET',
  path: '/thirdparty/dingding/callback/result',
  purpose: "What became of a sign-in on an app's own page, asked by the browser that came back from it",
  request: v.object({ preLoginId: handle }),
  response: signedIn,
  refusals: notSignedInYet,
});

/** Where DingTalk's page brings the browser back to. No call: it answers with a redirect. */
export const dingtalkCallback = '/thirdparty/dingding/callback';
