import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { scanApps } from '../pages/page-config.ts';
import { textOrNumber } from '../rules/answer-shapes.ts';
import { longest } from '../limits.ts';
import { secondFactors } from '../second-factors.ts';
import { freshProofRefusals } from './account.ts';
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
  access: 'session',
  request: v.object({ redirectUrl: v.optional(requestedRedirect) }),
  /** The masked mobile number that a code can be sent to, the handle that sends it, and the factors to choose from. */
  response: v.object({
    mobile: v.optional(v.string()),
    preServiceId: v.string(),
    secondFactors: v.optional(v.array(v.picklist(secondFactors))),
    /** As in the response to a sign-in. */
    canTrustBrowser: v.optional(v.boolean()),
  }),
  refusals: { notSignedIn: v.unknown() },
});

/** As typed: the service removes spaces and the like. */
const storedCode = v.pipe(v.string(), v.nonEmpty(), v.maxLength(longest.paste));

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
  access: 'anyone',
  variableHeaders: tokenHeaders,
  request: v.object({
    credentials: oneTimeCode,
    serviceId: handle,
    /** Of the sign-in to complete, where the code was sent for an earlier one. */
    preServiceId: v.optional(handle),
    ...secondFactorRequest,
  }),
  response: verified,
  reads: v.nullish(v.partial(verified), {}),
  refusals: { ...codeRefusals, ...secondFactorRefusals },
});

export const verifyStoredFactor = defineCall({
  method: 'POST',
  path: '/sender/verifyLoginDoubleCheck/:factor',
  purpose: 'Complete a pending sign-in or a step-up with a code of the authenticator app or a backup code',
  access: 'anyone',
  variableHeaders: tokenHeaders,
  request: v.object({
    factor: v.picklist(['totp', 'backupCode']),
    credentials: storedCode,
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

const trustedBrowser = v.object({
  id: v.string(),
  current: v.boolean(),
  device: v.optional(v.string()),
  since: v.string(),
  expiresAt: v.string(),
});
export type TrustedBrowser = v.InferOutput<typeof trustedBrowser>;

export const getSecondFactor = defineCall({
  method: 'GET',
  path: '/user/accounts/secondFactor',
  purpose: 'Get how the signed-in account is protected by a second factor',
  access: 'session',
  request: v.object({}),
  response: v.object({
    on: v.boolean(),
    /** `grace`: it will be required by `dueBy`. `off`: there is nothing to set up. */
    policy: v.picklist(['off', 'optional', 'grace', 'required']),
    dueBy: v.optional(v.string()),
    /** What the account can give, the last used one first. */
    factors: v.array(v.picklist(secondFactors)),
    /** The masked mobile number. */
    mobile: v.optional(v.string()),
    authenticator: v.optional(v.object({ since: v.string(), lastUsedAt: v.optional(v.string()) })),
    canAddAuthenticator: v.boolean(),
    backupCodes: v.optional(v.object({ left: v.number(), since: v.string() })),
    trustedBrowsers: v.array(trustedBrowser),
  }),
  refusals: { notSignedIn: v.unknown() },
});
export type SecondFactorState = v.InferOutput<(typeof getSecondFactor)['response']>;

export const switchSecondFactor = defineCall({
  method: 'POST',
  path: '/user/accounts/secondFactor',
  purpose: 'Switch the second factor of the signed-in account on or off',
  access: { field: 'on', given: 'freshProofForSecondFactor', otherwise: 'freshProofForFactors' },
  request: v.object({ on: v.boolean() }),
  response: v.null(),
  refusals: { ...freshProofRefusals, noSecondFactor: v.unknown(), secondFactorRequired: v.unknown() },
});

export const forgetBrowser = defineCall({
  method: 'POST',
  path: '/user/accounts/trustedBrowsers/:id/forget',
  purpose: 'Ask for the second factor again in a browser that was trusted, which needs a fresh proof',
  access: 'freshProof',
  request: v.object({ id: handle }),
  response: v.null(),
  refusals: freshProofRefusals,
});

export const proveByFactor = defineCall({
  method: 'POST',
  path: '/user/accounts/proof/:factor',
  purpose: 'Prove again who is signed in, with a code of the authenticator app or a backup code',
  access: 'session',
  request: v.object({ factor: v.picklist(['totp', 'backupCode']), credentials: storedCode }),
  response: v.null(),
  refusals: { notSignedIn: v.unknown(), wrongCode: v.partial(attemptsLeft), codeAlreadyUsed: v.unknown() },
});
