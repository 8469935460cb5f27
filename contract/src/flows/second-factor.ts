import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { scanApps } from '../pages/page-config.ts';
import { textOrNumber } from '../rules/answer-shapes.ts';
import { token, tokenHeaders } from './sso-headers.ts';
import { accountRefusals, codeRefusals, handle, oneTimeCode, requestedRedirect } from './sign-in.ts';

const verified = v.object({ serviceId: textOrNumber, url: v.optional(v.string()), needAgreement: v.boolean(), token });

export const startStepUp = defineCall({
  method: 'POST',
  path: '/sender/startLoginDoubleCheck',
  purpose: 'Start the second factor of the current session, which was opened with one factor',
  request: v.object({ redirectUrl: v.optional(requestedRedirect) }),
  /** The masked mobile number that the code is sent to, and the handle that sends it. */
  response: v.object({ mobile: v.string(), preServiceId: v.string() }),
  refusals: { notSignedIn: v.unknown() },
});

export const verifySecondFactor = defineCall({
  method: 'POST',
  path: '/sender/verifyLoginDoubleCheck',
  purpose: 'Complete a pending sign-in or a step-up with the code sent to its mobile number',
  variableHeaders: tokenHeaders,
  request: v.object({
    credentials: oneTimeCode,
    serviceId: handle,
    /** Skips the second factor on this browser for 30 days. */
    trustBrowser: v.optional(v.boolean(), false),
    redirectUrl: v.optional(requestedRedirect),
  }),
  response: verified,
  reads: v.nullish(v.partial(verified), {}),
  /** `boundElsewhere`: the identity to be linked was linked to another account in the meantime. */
  refusals: {
    ...codeRefusals,
    ...accountRefusals,
    boundElsewhere: v.nullish(v.object({ app: v.optional(v.picklist(scanApps)) })),
  },
});
