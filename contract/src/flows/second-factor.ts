import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { token, tokenHeaders } from './sso-headers.ts';
import { accountRefusals, codeRefusals, handle, oneTimeCode, requestedRedirect } from './sign-in.ts';

export const verifySecondFactor = defineCall({
  method: 'POST',
  path: '/sender/verifyLoginDoubleCheck',
  purpose: 'Complete a held sign-in with the code sent to its own number',
  givenHeaders: tokenHeaders,
  request: v.object({
    credentials: oneTimeCode,
    serviceId: handle,
    /** Asks no second factor on this browser for a while. */
    trustBrowser: v.optional(v.boolean(), false),
    redirectUrl: v.optional(requestedRedirect),
  }),
  response: v.object({ serviceId: v.string(), url: v.optional(v.string()), needAgreement: v.boolean(), token }),
  /** An identity that was to be joined may have found another account meanwhile. */
  refusals: { ...codeRefusals, ...accountRefusals, boundElsewhere: v.unknown() },
});
