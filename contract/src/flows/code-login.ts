import * as v from 'valibot';
import { account } from '../rules/account-shapes.ts';
import { defineCall } from '../call.ts';
import {
  accountRefusals,
  agreementRefusals,
  handle,
  newAccountRefusals,
  loginParams,
  signedIn,
  signInResult,
  requestedRedirect,
} from './sign-in.ts';

const verifiedCode = {
  serviceId: handle,
  loginParams,
  /** A new account is created only after the agreement was accepted. */
  agreed: v.optional(v.boolean(), false),
  redirectUrl: v.optional(requestedRedirect),
};

export const commitCode = defineCall({
  method: 'POST',
  path: '/login/commit',
  purpose: 'Sign in with a verified code; creates an account where there is none',
  access: 'anyone',
  trackedAs: { signIn: 'code' },
  request: v.union([
    v.object({ principal: account, ...verifiedCode }),
    // A remembered account of this browser.
    v.object({ preServiceId: handle, ...verifiedCode }),
  ]),
  response: signedIn,
  reads: signInResult,
  refusals: {
    unknownServiceId: v.unknown(),
    expiredCode: v.unknown(),
    ...agreementRefusals,
    ...newAccountRefusals,
    ...accountRefusals,
  },
});
