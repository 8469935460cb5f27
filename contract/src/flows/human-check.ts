import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { longest } from '../limits.ts';
import { fingerprint } from './sign-in.ts';
import { token, tokenHeaders } from './sso-headers.ts';

/** What a call answers when it wants to be asked by a person and was not. */
export const humanCheckRefusals = {
  needsHumanCheck: v.unknown(),
  humanCheckFailed: v.unknown(),
  humanCheckExpired: v.unknown(),
};

export const getHumanCheck = defineCall({
  method: 'GET',
  path: '/sender/robotAuth/challenge',
  purpose: 'Get a puzzle that costs a machine more than a person',
  givenHeaders: tokenHeaders,
  /** A hint that can make the puzzle harder, and never easier. */
  request: v.object({ fingerprint: v.optional(fingerprint) }),
  response: v.object({
    provider: v.picklist(['proofOfWork']),
    /** In the provider's own words, for its own solver. */
    challenge: v.unknown(),
    token,
  }),
  refusals: {},
});

export const applyHumanCheck = defineCall({
  method: 'POST',
  path: '/sender/robotAuth/apply',
  purpose: 'Hand in the solved puzzle for a pass that sends one code',
  givenHeaders: tokenHeaders,
  request: v.object({ value: v.pipe(v.string(), v.maxLength(longest.humanCheckProof)) }),
  response: v.object({ auth: v.string() }),
  refusals: { humanCheckFailed: v.unknown(), humanCheckExpired: v.unknown() },
});
