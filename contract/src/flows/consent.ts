import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { handle, requestedRedirect } from './sign-in.ts';
import { token, tokenHeaders } from './sso-headers.ts';

/** Both calls also work for a session that awaits consent. */

export const getAgreement = defineCall({
  method: 'GET',
  path: '/v1/accounts/agreement',
  purpose: 'Tell whether the agreement in force is still to be accepted',
  request: v.object({}),
  response: v.object({ needAgreement: v.boolean(), version: v.string() }),
  refusals: { notSignedIn: v.unknown() },
});

export const agree = defineCall({
  method: 'PUT',
  path: '/v1/accounts/agreement',
  purpose: 'Accept a version of the agreement; completes a sign-in that awaits consent',
  variableHeaders: tokenHeaders,
  request: v.object({ version: handle, redirectUrl: v.optional(requestedRedirect) }),
  response: v.object({ url: v.optional(v.string()), token }),
  refusals: { notSignedIn: v.unknown(), agreementOutdated: v.object({ version: v.string() }) },
});
