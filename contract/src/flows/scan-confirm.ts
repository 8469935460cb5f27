import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { longest } from '../limits.ts';
import { scanApps } from '../pages/page-config.ts';
import { handle } from './sign-in.ts';

/** What a person must see before they let somebody in: a thief shows a code that is not theirs. */
const offer = v.object({
  app: v.picklist(scanApps),
  /** The host that asks. */
  site: v.string(),
  device: v.string(),
  /** Masked. */
  address: v.string(),
  /** When the code was asked for, in milliseconds. */
  at: v.number(),
  /** Phone and browser are in different countries. */
  elsewhere: v.boolean(),
});
export type ScanOffer = v.InferOutput<typeof offer>;

/** Made when the app said who scanned; it reaches the phone alone. */
const ticket = handle;

export const openAlipayScan = defineCall({
  method: 'POST',
  path: '/thirdparty/alipaymini/scan',
  purpose: 'Say who opened the mini-program from a code, and get what to show them',
  request: v.object({ s: handle, authCode: v.pipe(v.string(), v.minLength(1), v.maxLength(longest.appCode)) }),
  response: v.object({
    ticket: v.string(),
    /** Someone new: the confirmation brings the number that the app vouches for. */
    needsPhone: v.boolean(),
    offer,
  }),
  refusals: { authorisationExpired: v.unknown() },
});

export const getScanOffer = defineCall({
  method: 'GET',
  path: '/thirdparty/scan/offer',
  purpose: 'What the phone shows before the person confirms',
  request: v.object({ ticket }),
  response: offer,
  refusals: { authorisationExpired: v.unknown() },
});

export const answerScan = defineCall({
  method: 'POST',
  path: '/thirdparty/scan/answer',
  purpose: 'Let the browser that shows the code sign in, or not',
  request: v.object({
    ticket,
    confirmed: v.boolean(),
    /** The app's own word on the number, as it gave it. */
    phone: v.optional(v.pipe(v.string(), v.maxLength(longest.appPayload))),
  }),
  response: v.null(),
  refusals: { authorisationExpired: v.unknown() },
});
