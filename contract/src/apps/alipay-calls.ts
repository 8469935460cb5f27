import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { notSignedInYet } from '../flows/qr-login.ts';
import { scanOffer } from '../flows/scan-confirm.ts';
import { fingerprint, handle, signedIn, signInResult } from '../flows/sign-in.ts';
import { longest } from '../limits.ts';

export const pollAlipayScan = defineCall({
  method: 'GET',
  path: '/thirdparty/alipaymini/result',
  purpose: 'Poll the result of an Alipay scan',
  access: 'anyone',
  request: v.object({ loginId: handle, fingerprint }),
  response: signedIn,
  reads: signInResult,
  refusals: { ...notSignedInYet, mainlandMobileOnly: v.unknown() },
});

export const openAlipayScan = defineCall({
  method: 'POST',
  path: '/thirdparty/alipaymini/scan',
  purpose: 'Report who opened the mini-program from a QR code, and get what to show',
  access: 'anyone',
  request: v.object({ s: handle, authCode: v.pipe(v.string(), v.minLength(1), v.maxLength(longest.appCode)) }),
  response: v.object({
    ticket: v.string(),
    /** The app account is unknown: the confirmation must include the mobile number that the app has verified. */
    needsPhone: v.boolean(),
    offer: scanOffer,
  }),
  refusals: { authorisationExpired: v.unknown() },
});
