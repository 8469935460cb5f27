import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { humanCheckRefusals } from './human-check.ts';
import {
  accountRefusals,
  encrypter,
  handle,
  hashedPassword,
  loginParams,
  registerEvent,
  retryLater,
  shortText,
  signedIn,
  signInResult,
  attemptsLeft,
  requestedRedirect,
} from './sign-in.ts';

export const commitPassword = defineCall({
  method: 'POST',
  path: '/login/commit/user',
  purpose: 'Sign in with account and password',
  trackedAs: { signIn: 'password' },
  headers: registerEvent,
  request: v.object({
    principal: shortText,
    credentials: hashedPassword,
    encrypter: v.optional(encrypter, 'SHA256'),
    loginParams,
    redirectUrl: v.optional(requestedRedirect),
    /** The token of a passed human check. Where it is required and missing, the call refuses with `needsHumanCheck`. */
    auth: v.optional(handle),
  }),
  response: signedIn,
  reads: signInResult,
  refusals: {
    wrongCredentials: attemptsLeft,
    waitBeforeRetry: retryLater,
    lockedOut: retryLater,
    ...humanCheckRefusals,
    needsCode: v.unknown(),
    ...accountRefusals,
  },
});
