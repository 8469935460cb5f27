import * as v from 'valibot';
import { scanApps } from '../apps/scan-apps.ts';
import { defineCall } from '../call.ts';
import { freshProofRefusals } from './account.ts';
import { qrCode } from './qr-login.ts';
import { fingerprint, handle } from './sign-in.ts';

/** Why an identity was not linked to the signed-in account. */
const linkRefusals = {
  ...freshProofRefusals,
  /** It is linked to another account, or its app vouches for a number of another account. */
  identityTaken: v.unknown(),
  /** The account has another identity of this app or company. */
  boundElsewhere: v.object({ app: v.optional(v.picklist(scanApps)), signedIn: v.literal(true) }),
};

export const startAppLink = defineCall({
  method: 'POST',
  path: '/user/accounts/identities/scan/:app',
  purpose: 'Get a QR code that links an app to the signed-in account, or inside the app the URL of its page',
  access: 'freshProofForFactors',
  request: v.object({
    app: v.picklist(scanApps),
    fingerprint,
    /** The loginId of the QR code that this one replaces. */
    replaces: v.optional(handle),
    /** The page is shown by the app itself, where there is nothing to scan with. */
    inApp: v.optional(v.boolean(), false),
  }),
  response: v.object({ ...qrCode.entries, kind: v.picklist(['image', 'content', 'frame', 'page']) }),
  refusals: freshProofRefusals,
});

export const finishAppLink = defineCall({
  method: 'POST',
  path: '/user/accounts/identities/scanned',
  purpose: 'Link the app that was scanned with; pending until the person has confirmed on the phone',
  access: 'freshProofForFactors',
  request: v.object({ loginId: handle }),
  response: v.object({ app: v.picklist(scanApps) }),
  refusals: {
    ...linkRefusals,
    pending: v.object({ scanned: v.boolean() }),
    authorisationExpired: v.unknown(),
    scanDeclined: v.unknown(),
    scanFromOtherCountry: v.unknown(),
  },
});

export const finishCompanyLink = defineCall({
  method: 'POST',
  path: '/user/accounts/identities/company',
  purpose: 'Link the identity at a company, after the return from there',
  access: 'freshProofForFactors',
  request: v.object({ accessCode: handle }),
  response: v.object({ company: v.string() }),
  refusals: {
    ...linkRefusals,
    ssoExpired: v.unknown(),
    ssoFailed: v.unknown(),
    ssoCancelled: v.object({ company: v.optional(v.string()) }),
    /** The company allows no account without an e-mail address. */
    emailOnly: v.unknown(),
  },
});
