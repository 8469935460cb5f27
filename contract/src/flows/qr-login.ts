import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { longest } from '../limits.ts';
import { scanApps } from '../pages/page-config.ts';
import { scanCodesThatBind } from '../result-codes.ts';
import { numberOrText, textOrNumber } from '../rules/answer-shapes.ts';
import {
  accountRefusals,
  fingerprint,
  handle,
  secondFactorCanStart,
  signedIn,
  signInResult,
  requestedRedirect,
} from './sign-in.ts';

/** The chat or payment account is not linked to an account yet; the mobile number, if known, is masked. */
const unknownPerson = v.object({ userInfoContextId: textOrNumber, principal: v.optional(textOrNumber) });

const notSignedInYet = {
  /** Not scanned yet, or scanned and not yet confirmed. */
  pending: v.nullish(v.object({ scanned: v.optional(v.boolean(), false) }), { scanned: false }),
  authorisationExpired: v.unknown(),
  needsMobile: unknownPerson,
  mobileAlreadyBound: unknownPerson,
  scanDeclined: v.unknown(),
  /** Phone and browser are in different countries, and the account has no mobile number for the second factor that this requires. */
  scanFromOtherCountry: v.unknown(),
  ...accountRefusals,
};

const qrCode = v.object({
  url: v.pipe(v.string(), v.maxLength(longest.qrContent)),
  /** An image URL, a text to draw as a QR code, or a provider's page to show in a frame. */
  kind: v.picklist(['image', 'content', 'frame']),
  loginId: textOrNumber,
  sceneId: v.optional(textOrNumber),
});

export const requestQr = defineCall({
  method: 'GET',
  path: '/login/oauth/request/:thirdparty',
  purpose: 'Get a QR code to scan with a chat or payment app',
  request: v.object({
    thirdparty: v.picklist(['WECHAT_OFFICIAL_ACCOUNT', 'ALIPAY_MINI', 'DING_TALK_EXTERNAL']),
    fingerprint,
    /** The loginId of the QR code that this one replaces: a later scan of the old one finds it expired. */
    replaces: v.optional(handle),
    redirectUrl: v.optional(requestedRedirect),
  }),
  response: qrCode,
  reads: v.partial(qrCode, ['kind', 'loginId']),
  refusals: {},
});

/** For a page in the web view of the app itself, where there is no second device to scan with. */
export const requestAppPage = defineCall({
  method: 'GET',
  path: '/login/oauth/page/:app',
  purpose: 'Get the authorization URL of the app whose web view shows the page',
  request: v.object({ app: v.picklist(scanApps), fingerprint, redirectUrl: v.optional(requestedRedirect) }),
  response: v.object({ url: v.string() }),
  refusals: {},
});

export const pollWechatScan = defineCall({
  method: 'GET',
  path: '/thirdparty/wechatOfficeFocus/result',
  purpose: 'Poll the result of a WeChat scan',
  request: v.object({ sceneId: handle, loginId: handle, fingerprint }),
  response: v.union([v.object({ ...unknownPerson.entries, scanCode: v.picklist(scanCodesThatBind) }), signedIn]),
  reads: v.nullish(
    v.pipe(
      v.partial(v.object({ ...signedIn.entries, ...unknownPerson.entries, scanCode: numberOrText })),
      v.check((data) => secondFactorCanStart(data)),
    ),
    {},
  ),
  refusals: notSignedInYet,
});

export const pollAlipayScan = defineCall({
  method: 'GET',
  path: '/thirdparty/alipaymini/result',
  purpose: 'Poll the result of an Alipay scan',
  request: v.object({ loginId: handle, fingerprint }),
  response: signedIn,
  reads: signInResult,
  refusals: { ...notSignedInYet, mainlandMobileOnly: v.unknown() },
});

export const pollReturnedScan = defineCall({
  method: 'GET',
  path: '/thirdparty/dingding/callback/result',
  purpose: "Get the result of a sign-in on a provider's own page, after the browser has returned",
  request: v.object({ preLoginId: handle }),
  response: signedIn,
  reads: signInResult,
  refusals: notSignedInYet,
});

/** The redirect URI for DingTalk's page. Not a call: it responds with a redirect. */
export const dingtalkCallback = '/thirdparty/dingding/callback';
