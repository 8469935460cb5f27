import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { freshProofRefusals } from './account.ts';
import { handle, oneTimeCode } from './sign-in.ts';

export const startAuthenticator = defineCall({
  method: 'POST',
  path: '/user/accounts/authenticator/start',
  purpose: 'Make the key of a new authenticator app, which counts once a code confirms it',
  access: { field: 'preServiceId', given: 'anyone', otherwise: 'freshProofForSecondFactor' },
  /** `preServiceId`: of a sign-in that cannot go on before one is set up. */
  request: v.object({ preServiceId: v.optional(handle) }),
  /** The key as text, and the content of the QR code. */
  response: v.object({ setupId: v.string(), secret: v.string(), uri: v.string() }),
  refusals: { ...freshProofRefusals, unknownServiceId: v.unknown() },
});

export const confirmAuthenticator = defineCall({
  method: 'POST',
  path: '/user/accounts/authenticator/confirm',
  purpose: 'Confirm a new authenticator app with its first code, and switch the second factor on',
  access: 'freshProofForSecondFactor',
  request: v.object({ setupId: handle, credentials: oneTimeCode }),
  response: v.null(),
  refusals: { ...freshProofRefusals, wrongCode: v.unknown(), unknownServiceId: v.unknown() },
});

export const removeAuthenticator = defineCall({
  method: 'POST',
  path: '/user/accounts/authenticator/remove',
  purpose: 'Remove the authenticator app',
  access: 'freshProofForFactors',
  request: v.object({}),
  response: v.null(),
  refusals: { ...freshProofRefusals, lastSecondFactor: v.unknown() },
});
