import * as v from 'valibot';
import { defineCall } from './call.ts';
import { hashedPassword, loginParams, registerEvent, retryLater, shortText, signedIn } from './sign-in.ts';

export const commitPassword = defineCall({
  method: 'POST',
  path: '/login/commit/user',
  purpose: 'Sign in with account and password',
  headers: registerEvent,
  request: v.object({
    principal: shortText,
    credentials: hashedPassword,
    encrypter: v.optional(v.literal('SHA256'), 'SHA256'),
    loginParams,
    /** Where the person wanted to go; obeyed only when the gate lets it pass. */
    redirectUrl: v.optional(v.string()),
  }),
  response: signedIn,
  refusals: {
    wrongCredentials: v.object({ attemptsLeft: v.number() }),
    waitBeforeRetry: retryLater,
    lockedOut: retryLater,
    accountDisabled: v.unknown(),
    needsIdentityCheck: v.object({ name: v.string(), desIdNo: v.string(), serviceId: v.string() }),
  },
});
