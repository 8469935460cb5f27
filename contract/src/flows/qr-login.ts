import * as v from 'valibot';
import { scanApps, thirdparties } from '../apps/scan-apps.ts';
import { defineCall } from '../call.ts';
import { longest } from '../limits.ts';
import { textOrNumber } from '../rules/answer-shapes.ts';
import { accountRefusals, fingerprint, handle, signedIn, signInResult, requestedRedirect } from './sign-in.ts';

/** The person's account at the app is not linked to an account yet; the mobile number, if known, is masked. */
export const unknownPerson = v.object({
  userInfoContextId: textOrNumber,
  principal: v.optional(textOrNumber),
  /** The app that was used: after a return, `preLoginId` alone does not tell the page. */
  app: v.optional(v.picklist(scanApps)),
});

export const notSignedInYet = {
  /** Not scanned yet, or scanned and not yet confirmed. */
  pending: v.nullish(
    v.object({
      scanned: v.optional(v.boolean(), false),
      /** Of the person who scanned, masked, if the app is linked to an account with a name. */
      name: v.optional(v.string()),
    }),
    { scanned: false },
  ),
  authorisationExpired: v.unknown(),
  needsMobile: unknownPerson,
  mobileAlreadyBound: unknownPerson,
  scanDeclined: v.unknown(),
  /** Phone and browser are in different countries, and the account has no mobile number for the second factor that this requires. */
  scanFromOtherCountry: v.unknown(),
  ...accountRefusals,
};

export const qrCode = v.object({
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
  access: 'anyone',
  request: v.object({
    thirdparty: v.picklist(thirdparties),
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
  access: 'anyone',
  request: v.object({ app: v.picklist(scanApps), fingerprint, redirectUrl: v.optional(requestedRedirect) }),
  response: v.object({ url: v.string() }),
  refusals: {},
});

export const pollReturnedScan = defineCall({
  method: 'GET',
  path: '/thirdparty/dingding/callback/result',
  purpose: "Get the result of a sign-in on a provider's own page, after the browser has returned",
  access: 'anyone',
  request: v.object({ preLoginId: handle }),
  response: signedIn,
  reads: signInResult,
  refusals: notSignedInYet,
});
