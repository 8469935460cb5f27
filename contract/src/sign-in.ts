import * as v from 'valibot';
import { input } from './limits.ts';

/** Pieces that every way in shares. */

export const shortText = v.pipe(v.string(), v.maxLength(input.maxLength));
/** A handle that we made: opaque, random, never guessed. */
export const handle = v.pipe(v.string(), v.maxLength(200));
/** SHA-256 of the password as lower-case hex. The service treats it as the password. */
export const hashedPassword = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));

export const loginParams = v.object({
  endpoint: v.picklist(['PC', 'H5']),
  env: v.object({ fingerprint: v.pipe(v.string(), v.maxLength(128)) }),
});

/** Marks the calls that can make an account, for whoever counts them. */
export const registerEvent = { event: 'acc_register' };

/** The one answer of `login/commit` and `login/commit/user`. */
export const signedIn = v.object({
  ouid: v.string(),
  /** Where to go, gated by the service; absent while something still stands between. */
  url: v.optional(v.string()),
  /** Masked, when a second factor must follow. */
  mobile: v.optional(v.string()),
  loginDoubleCheck: v.boolean(),
  /** Opens the second factor; there is no session before it. */
  preServiceId: v.optional(v.string()),
  needAgreement: v.boolean(),
  newUser: v.boolean(),
  setPwdServiceId: v.optional(v.string()),
});
export type SignedIn = v.InferOutput<typeof signedIn>;

export const retryLater = v.object({ retryAfter: v.pipe(v.number(), v.minValue(0)) });
