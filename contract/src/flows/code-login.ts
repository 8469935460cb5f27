import * as v from 'valibot';
import { account } from '../rules/account-shapes.ts';
import { defineCall } from '../call.ts';
import { accountRefusals, agreementRefusals, handle, loginParams, signedIn, requestedRedirect } from './sign-in.ts';

export const commitCode = defineCall({
  method: 'POST',
  path: '/login/commit',
  purpose: 'Sign in with a verified code; someone new gets an account',
  counts: { signIn: 'code' },
  request: v.object({
    principal: account,
    serviceId: handle,
    loginParams,
    /** Someone new has to agree before there is an account to agree for. */
    agreed: v.optional(v.boolean(), false),
    redirectUrl: v.optional(requestedRedirect),
  }),
  response: signedIn,
  refusals: { unknownService: v.unknown(), expiredCode: v.unknown(), ...agreementRefusals, ...accountRefusals },
});
