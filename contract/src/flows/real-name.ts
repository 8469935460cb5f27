import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { accountIdForm, longestAccountId } from '../rules/account-id.ts';
import { requestedRedirect } from './sign-in.ts';
import { tokenHeaders } from './sso-headers.ts';

export const requestIdentityUrl = defineCall({
  method: 'POST',
  path: '/v2/identity/auth/web/:accountId/indivIdentityUrl',
  purpose: 'Get the URL where a signed-in person verifies their real name',
  access: 'session',
  trackedAs: { ssoStep: 'realName' },
  variableHeaders: tokenHeaders,
  request: v.object({
    accountId: v.pipe(v.string(), v.regex(accountIdForm), v.maxLength(longestAccountId)),
    dataCollect: v.object({ clientType: v.literal('WEB'), bizSource: v.optional(v.literal('saas_proactive_create')) }),
    contextInfo: v.object({ showResultPage: v.boolean(), redirectUrl: requestedRedirect }),
  }),
  response: v.object({ url: v.optional(v.string()) }),
  refusals: { notSignedIn: v.unknown() },
});

/** A redirect URL that names its own result page needs none of the provider's. */
export const showsResultPage = (redirectUrl: string) => !redirectUrl.includes('relaNameResult');
