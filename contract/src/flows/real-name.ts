import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { handle, requestedRedirect } from './sign-in.ts';
import { tokenHeaders } from './sso-headers.ts';

export const requestIdentityUrl = defineCall({
  method: 'POST',
  path: '/v2/identity/auth/web/:accountId/indivIdentityUrl',
  purpose: 'Where a signed-in person proves who they are',
  counts: { ssoStep: 'realName' },
  givenHeaders: tokenHeaders,
  request: v.object({
    accountId: handle,
    dataCollect: v.object({ clientType: v.literal('WEB'), bizSource: v.optional(v.literal('saas_proactive_create')) }),
    contextInfo: v.object({ showResultPage: v.boolean(), redirectUrl: requestedRedirect }),
  }),
  response: v.object({ url: v.optional(v.string()) }),
  refusals: { notSignedIn: v.unknown() },
});

/** A target with a result page of its own, by its name in the address, needs no other one before it. */
export const showsResultPage = (redirectUrl: string) => !redirectUrl.includes('relaNameResult');
