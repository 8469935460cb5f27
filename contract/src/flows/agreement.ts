import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { handle, requestedRedirect } from './sign-in.ts';
import { token, tokenHeaders } from './sso-headers.ts';

/** Both calls also work for a session that awaits agreement. */

/** What the person is told who has agreed to an earlier version. */
export const agreementUpdate = v.object({
  /** The day on which the version in force came into force. */
  day: v.pipe(v.string(), v.isoDate()),
  /** What has changed, as the operator words it, in the language of the page. */
  changes: v.optional(v.string()),
});
export type AgreementUpdate = v.InferOutput<typeof agreementUpdate>;

const agreement = v.object({
  needAgreement: v.boolean(),
  version: v.string(),
  /** Absent for a person who has agreed to none yet. */
  updated: v.optional(agreementUpdate),
});

export const getAgreement = defineCall({
  method: 'GET',
  path: '/v1/accounts/agreement',
  purpose: 'Tell whether the agreement in force is still to be accepted',
  access: 'sessionInAnyState',
  request: v.object({}),
  response: agreement,
  reads: v.nullish(v.partial(agreement), {}),
  mayBeMissing: true,
  refusals: { notSignedIn: v.unknown() },
});

const agreed = v.object({ url: v.optional(v.string()), token });

export const agree = defineCall({
  method: 'PUT',
  path: '/v1/accounts/agreement',
  purpose: 'Accept a version of the agreement; completes a sign-in that awaits agreement',
  access: 'sessionInAnyState',
  variableHeaders: tokenHeaders,
  request: v.object({ version: handle, redirectUrl: v.optional(requestedRedirect) }),
  response: agreed,
  reads: v.nullish(agreed, {}),
  mayBeMissing: true,
  refusals: { notSignedIn: v.unknown(), agreementOutdated: v.object({ version: v.string() }) },
});
