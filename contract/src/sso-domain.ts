import * as v from 'valibot';
import { defineCall } from './call.ts';
import { humanCheckRefusals } from './human-check.ts';
import { longest } from './limits.ts';
import { handle, wishedTarget } from './sign-in.ts';

export const askCompany = defineCall({
  method: 'POST',
  path: '/v1/sso/account/login/domain',
  purpose: 'Where the people of a company sign in',
  request: v.object({
    domain: v.pipe(v.string(), v.regex(/^[\w-]+$/), v.maxLength(longest.companyDomain), v.toLowerCase()),
    /** Wanted from someone who keeps guessing. */
    auth: v.optional(handle),
    redirectUrl: v.optional(wishedTarget),
  }),
  response: v.object({ ifExistDomain: v.boolean(), targetUrl: v.optional(v.string()) }),
  refusals: humanCheckRefusals,
});
