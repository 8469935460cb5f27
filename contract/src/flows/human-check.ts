import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { longest } from '../limits.ts';
import { fingerprint } from './sign-in.ts';
import { token, tokenHeaders } from './sso-headers.ts';

/** Refusals of a call that requires a passed human check. */
export const humanCheckRefusals = {
  needsHumanCheck: v.unknown(),
  humanCheckFailed: v.unknown(),
  humanCheckExpired: v.unknown(),
};

export const getHumanCheck = defineCall({
  method: 'GET',
  path: '/sender/robotAuth/challenge',
  purpose: 'Get a proof-of-work puzzle',
  access: 'anyone',
  variableHeaders: tokenHeaders,
  /** A hint that can make the puzzle harder, never easier. */
  request: v.object({
    fingerprint: v.optional(fingerprint),
    /** The hardest puzzle, for a code beyond the limits of its recipient. */
    purpose: v.optional(v.picklist(['extraCode'])),
  }),
  mayBeMissing: true,
  response: v.object({
    provider: v.picklist(['proofOfWork']),
    /** In the format of the provider, for its own solver. */
    challenge: v.unknown(),
    token,
  }),
  refusals: {},
});

const passed = v.object({ auth: v.string() });

export const applyHumanCheck = defineCall({
  method: 'POST',
  path: '/sender/robotAuth/apply',
  purpose: 'Exchange a solved puzzle for a token that allows sending one code',
  access: 'anyone',
  variableHeaders: tokenHeaders,
  request: v.object({ value: v.pipe(v.string(), v.maxLength(longest.humanCheckProof)) }),
  response: passed,
  reads: v.union([
    passed,
    v.pipe(
      v.string(),
      v.transform((auth) => ({ auth })),
    ),
  ]),
  refusals: { humanCheckFailed: v.unknown(), humanCheckExpired: v.unknown() },
});
