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

const secretAndContext = {
  credentials: hashedPassword,
  encrypter: v.optional(encrypter, 'SHA256'),
  loginParams,
  redirectUrl: v.optional(requestedRedirect),
  /** The token of a passed human check. Where it is required and missing, the call refuses with `needsHumanCheck`. */
  auth: v.optional(handle),
  /**
   * The password itself, only after `needsPlainPassword`: a password that was imported from another system cannot be
   * compared with `credentials`.
   */
  plain: v.optional(v.object({ serviceId: handle, password: shortText })),
};

export const commitPassword = defineCall({
  method: 'POST',
  path: '/login/commit/user',
  purpose: 'Sign in with account and password',
  access: 'anyone',
  trackedAs: { signIn: 'password' },
  headers: registerEvent,
  request: v.union([
    v.object({ principal: shortText, ...secretAndContext }),
    // A remembered account of this browser.
    v.object({ preServiceId: handle, ...secretAndContext }),
  ]),
  response: signedIn,
  reads: signInResult,
  refusals: {
    /** The browser does not remember the account any more. */
    unknownServiceId: v.unknown(),
    wrongCredentials: attemptsLeft,
    waitBeforeRetry: retryLater,
    lockedOut: retryLater,
    ...humanCheckRefusals,
    needsCode: v.unknown(),
    /** While passwords of another system are imported, every password that is not right by itself is asked for once more. */
    needsPlainPassword: v.object({ serviceId: handle }),
    ...accountRefusals,
  },
});
