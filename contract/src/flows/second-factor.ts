import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { scanApps } from '../pages/page-config.ts';
import { textOrNumber } from '../rules/answer-shapes.ts';
import { longest } from '../limits.ts';
import { secondFactors } from '../second-factors.ts';
import { token, tokenHeaders } from './sso-headers.ts';
import { accountRefusals, attemptsLeft, codeRefusals, handle, oneTimeCode, requestedRedirect } from './sign-in.ts';

/** The answer to every second factor. */
export const verified = v.object({
  serviceId: textOrNumber,
  url: v.optional(v.string()),
  needAgreement: v.boolean(),
  token,
});

export const startStepUp = defineCall({
  method: 'POST',
  path: '/sender/startLoginDoubleCheck',
  purpose: 'Start the second factor of the current session, which was opened with one factor',
  request: v.object({ redirectUrl: v.optional(requestedRedirect) }),
  /** The masked mobile number that a code can be sent to, the handle that sends it, and the factors to choose from. */
  response: v.object({
    mobile: v.optional(v.string()),
    preServiceId: v.string(),
    secondFactors: v.optional(v.array(v.picklist(secondFactors))),
  }),
  refusals: { notSignedIn: v.unknown() },
});

export const secondFactorRequest = {
  /** Skips the second factor on this browser for 30 days. */
  trustBrowser: v.optional(v.boolean(), false),
  redirectUrl: v.optional(requestedRedirect),
};

/** `boundElsewhere`: the identity to be linked was linked to another account in the meantime. */
export const secondFactorRefusals = {
  ...accountRefusals,
  boundElsewhere: v.nullish(v.object({ app: v.optional(v.picklist(scanApps)) })),
};

export const verifySecondFactor = defineCall({
  method: 'POST',
  path: '/sender/verifyLoginDoubleCheck',
  purpose: 'Complete a pending sign-in or a step-up with the code sent to its mobile number',
  variableHeaders: tokenHeaders,
  request: v.object({ credentials: oneTimeCode, serviceId: handle, ...secondFactorRequest }),
  response: verified,
  reads: v.nullish(v.partial(verified), {}),
  refusals: { ...codeRefusals, ...secondFactorRefusals },
});

export const verifyStoredFactor = defineCall({
  method: 'POST',
  path: '/sender/verifyLoginDoubleCheck/:factor',
  purpose: 'Complete a pending sign-in or a step-up with a code of the authenticator app or a backup code',
  variableHeaders: tokenHeaders,
  request: v.object({
    factor: v.picklist(['totp', 'backupCode']),
    credentials: v.pipe(v.string(), v.nonEmpty(), v.maxLength(longest.paste)),
    preServiceId: handle,
    /** Of an authenticator app that is set up during the sign-in: the code confirms it. */
    setupId: v.optional(handle),
    ...secondFactorRequest,
  }),
  response: verified,
  reads: v.nullish(v.partial(verified), {}),
  refusals: {
    wrongCode: v.partial(attemptsLeft),
    codeAlreadyUsed: v.unknown(),
    unknownServiceId: v.unknown(),
    ...secondFactorRefusals,
  },
});
