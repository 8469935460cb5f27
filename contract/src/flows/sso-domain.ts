import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { freshProofRefusals } from './account.ts';
import { humanCheckRefusals } from './human-check.ts';
import { longest } from '../limits.ts';
import { readDomain } from '../rules/account-rules.ts';
import { handle, requestedRedirect } from './sign-in.ts';
import { tokenHeaders } from './sso-headers.ts';

const company = v.object({ ifExistDomain: v.boolean(), targetUrl: v.optional(v.string()) });

export const findCompany = defineCall({
  method: 'POST',
  path: '/v1/sso/account/login/domain',
  purpose: "Get the URL of a company's identity provider",
  access: { field: 'link', given: 'freshProofForFactors', otherwise: 'anyone' },
  trackedAs: { ssoStep: 'domain' },
  variableHeaders: tokenHeaders,
  request: v.object({
    domain: v.pipe(v.string(), v.regex(/^[\w-]+$/), v.maxLength(longest.companyDomain), v.toLowerCase()),
    /** Required after several unknown domains. */
    auth: v.optional(handle),
    /** Whether the agreement was ticked; if not, the person is asked after the return. */
    agreed: v.optional(v.boolean(), false),
    redirectUrl: v.optional(requestedRedirect),
    /** Links the identity at the company to the signed-in account, and signs no one in. */
    link: v.optional(v.boolean()),
  }),
  response: company,
  reads: v.partial(company),
  refusals: { ...humanCheckRefusals, ...freshProofRefusals, providerError: v.unknown() },
});

/** A call of ours: `findCompany` takes the company's name alone. */
export const findCompanyByMail = defineCall({
  method: 'POST',
  path: '/v1/sso/account/login/mailDomain',
  purpose: 'Find the company that has proven to own a mail domain',
  access: 'anyone',
  mayBeMissing: true,
  variableHeaders: tokenHeaders,
  request: v.object({
    mailDomain: v.pipe(
      v.string(),
      v.maxLength(longest.email),
      v.transform((typed) => readDomain(typed) ?? ''),
      v.nonEmpty(),
    ),
    auth: v.optional(handle),
  }),
  /** Nothing for one that no company has: `domain` is what `findCompany` takes, `company` its name for people. */
  response: v.object({ domain: v.optional(v.string()), company: v.optional(v.string()) }),
  refusals: { ...humanCheckRefusals },
});
