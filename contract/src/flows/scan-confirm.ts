import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { longest } from '../limits.ts';
import { documentToSign } from '../pages/interaction-view.ts';
import { scanApps } from '../pages/page-config.ts';
import { handle } from './sign-in.ts';

/** Shown on the phone before the person confirms, so that they notice a QR code that an attacker relayed. */
export const scanOffer = v.object({
  app: v.picklist(scanApps),
  /** The host of the sign-in page. */
  site: v.string(),
  device: v.string(),
  /** The masked IP address of the browser. */
  address: v.string(),
  /** When the QR code was created, in milliseconds. */
  at: v.number(),
  /** Phone and browser are in different countries. */
  elsewhere: v.boolean(),
  /** Only of a scan that links an app instead of signing in: the masked account that the app will be linked to. */
  account: v.optional(v.string()),
  /** What the person signs in to sign. */
  document: v.optional(documentToSign),
});
export type ScanOffer = v.InferOutput<typeof scanOffer>;

/** Created when the app reports who scanned, and sent to the phone only. */
const ticket = handle;

export const getScanOffer = defineCall({
  method: 'GET',
  path: '/thirdparty/scan/offer',
  purpose: 'Get what the phone shows before the person confirms',
  access: 'anyone',
  request: v.object({ ticket }),
  response: scanOffer,
  refusals: { authorisationExpired: v.unknown() },
});

export const answerScan = defineCall({
  method: 'POST',
  path: '/thirdparty/scan/answer',
  purpose: 'Confirm or decline the sign-in of the browser that shows the QR code',
  access: 'anyone',
  request: v.object({
    ticket,
    confirmed: v.boolean(),
    /** The mobile number, encrypted and signed by the app. */
    phone: v.optional(v.pipe(v.string(), v.maxLength(longest.appPayload))),
  }),
  response: v.null(),
  refusals: { authorisationExpired: v.unknown() },
});
