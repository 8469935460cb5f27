import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { humanCheckRefusals } from './human-check.ts';
import { longest } from '../limits.ts';
import { handle, requestedRedirect } from './sign-in.ts';
import { tokenHeaders } from './sso-headers.ts';

const company = v.object({ ifExistDomain: v.boolean(), targetUrl: v.optional(v.string()) });

export const findCompany = defineCall({
  method: 'POST',
  path: '/v1/sso/account/login/domain',
  purpose: "Get the URL of a company's identity provider",
  access: 'anyone',
  trackedAs: { ssoStep: 'domain' },
  variableHeaders: tokenHeaders,
  request: v.object({
    domain: v.pipe(v.string(), v.regex(/^[\w-]+$/), v.maxLength(longest.companyDomain), v.toLowerCase()),
    /** Required after several unknown domains. */
    auth: v.optional(handle),
    /** Whether the agreement was ticked; if not, consent is requested after the return. */
    agreed: v.optional(v.boolean(), false),
    redirectUrl: v.optional(requestedRedirect),
  }),
  response: company,
  reads: v.partial(company),
  refusals: { ...humanCheckRefusals, providerError: v.unknown() },
});
