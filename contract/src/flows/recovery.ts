import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { attemptsLeft, codeRefusals, encrypter, handle, hashedPassword, oneTimeCode, retryLater } from './sign-in.ts';

/** What a person can prove beside the first factor of the sign-in. A code to the number would be a second factor. */
export const recoveryProofs = ['password', 'email'] as const;
export type RecoveryProof = (typeof recoveryProofs)[number];

/** A call with `POST`, so that the handle is in no URL. */
export const getRecovery = defineCall({
  method: 'POST',
  path: '/user/accounts/recovery/offer',
  purpose: 'Tell how the second factors of a pending sign-in can be reset where the person has lost all of them',
  access: 'anyone',
  request: v.object({ preServiceId: handle }),
  response: v.object({
    /** One of them is needed, the first is asked for. Empty: only support can help. */
    proofs: v.array(v.picklist(recoveryProofs)),
    /** How long it takes. */
    hours: v.number(),
    /** The masked address that a code is sent to, by `RECOVER_FACTOR`. */
    email: v.optional(v.string()),
    /** The masked number that is lost too, and is removed from the account. */
    mobile: v.optional(v.string()),
    /** Of a recovery that waits already. */
    takesPlaceAt: v.optional(v.string()),
  }),
  refusals: { unknownServiceId: v.unknown() },
});

const pending = { preServiceId: handle };

export const askRecovery = defineCall({
  method: 'POST',
  path: '/user/accounts/recovery',
  purpose:
    'Ask to reset the lost second factors of a pending sign-in, with one more proof; nothing changes before `takesPlaceAt`',
  access: 'anyone',
  request: v.union([
    v.object({ ...pending, proof: v.literal('email'), serviceId: handle, credentials: oneTimeCode }),
    v.object({
      ...pending,
      proof: v.literal('password'),
      credentials: hashedPassword,
      encrypter: v.optional(encrypter, 'SHA256'),
    }),
  ]),
  response: v.object({ takesPlaceAt: v.string() }),
  refusals: { ...codeRefusals, wrongCredentials: attemptsLeft, waitBeforeRetry: retryLater, lockedOut: retryLater },
});
