import * as v from 'valibot';
import { transfers } from '../apps/wire-of-apps.ts';
import { defineCall } from '../call.ts';
import { accountRefusals, handle, signedIn, signInResult, requestedRedirect } from './sign-in.ts';

export const transferLogin = defineCall({
  method: 'POST',
  path: '/login/commit/transferLogin',
  purpose: 'Sign in to the existing account of the mobile number that the scan app provided',
  access: 'anyone',
  request: v.object({
    data: v.object({ userInfoContextId: handle }),
    credentials: v.picklist(transfers),
    redirectUrl: v.optional(requestedRedirect),
  }),
  response: signedIn,
  reads: signInResult,
  refusals: { authorisationExpired: v.unknown(), ...accountRefusals },
});
