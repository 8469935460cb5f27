import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { handle, requestedRedirect } from './sign-in.ts';
import { token, tokenHeaders } from './sso-headers.ts';

/** Both calls also work for a sign-in that waits for nothing but the agreement. */

export const getAgreement = defineCall({
  method: 'GET',
  path: '/v1/accounts/agreement',
  purpose: 'Whether the agreement in force still has to be agreed to',
  request: v.object({}),
  response: v.object({ needAgreement: v.boolean(), version: v.string() }),
  refusals: { notSignedIn: v.unknown() },
});

export const agree = defineCall({
  method: 'PUT',
  path: '/v1/accounts/agreement',
  purpose: 'Agree to a version of the agreement; a sign-in that waited for it is complete',
  givenHeaders: tokenHeaders,
  request: v.object({ version: handle, redirectUrl: v.optional(requestedRedirect) }),
  response: v.object({ url: v.optional(v.string()), token }),
  refusals: { notSignedIn: v.unknown(), agreementOutdated: v.object({ version: v.string() }) },
});
