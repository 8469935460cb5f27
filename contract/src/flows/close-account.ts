import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { freshProofRefusals } from './account.ts';
import { requestedRedirect } from './sign-in.ts';

const closure = v.object({ closesAt: v.string() });

export const requestClosure = defineCall({
  method: 'POST',
  path: '/user/accounts/closure/request',
  purpose: 'Close the account: signs out everywhere, and erases the account after the time to change one’s mind',
  access: 'freshProof',
  request: v.object({}),
  response: closure,
  refusals: freshProofRefusals,
});

/** This call and the next one work only in a session that was opened while the account closes. */
export const getClosure = defineCall({
  method: 'GET',
  path: '/user/accounts/closure',
  purpose: 'Tell when the account will be erased',
  access: 'sessionInAnyState',
  request: v.object({}),
  response: closure,
  refusals: { notSignedIn: v.unknown() },
});

export const keepAccount = defineCall({
  method: 'POST',
  path: '/user/accounts/closure/cancel',
  purpose: 'Keep the account that was to be closed; completes the sign-in',
  access: 'sessionInAnyState',
  request: v.object({ redirectUrl: v.optional(requestedRedirect) }),
  /** The URL is absent when the person has to sign in again to agree to a new version of the agreement. */
  response: v.object({ url: v.optional(v.string()) }),
  refusals: { notSignedIn: v.unknown() },
});
