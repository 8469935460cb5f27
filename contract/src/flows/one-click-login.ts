import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { accountRefusals, handle, signedIn, signInResult, requestedRedirect } from './sign-in.ts';

export const transferLogin = defineCall({
  method: 'POST',
  path: '/login/commit/transferLogin',
  purpose: 'Sign in to the existing account of the mobile number that the scan app provided',
  request: v.object({
    data: v.object({ userInfoContextId: handle }),
    credentials: v.picklist(['PC_WE_CHAT_USER_TRANSFER', 'PC_DING_USER_TRANSFER', 'PC_ALI_PAY_USER_TRANSFER']),
    redirectUrl: v.optional(requestedRedirect),
  }),
  response: signedIn,
  reads: signInResult,
  refusals: { authorisationExpired: v.unknown(), ...accountRefusals },
});
