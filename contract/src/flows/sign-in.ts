import * as v from 'valibot';
import { code, input, longest } from '../limits.ts';
import { token } from './sso-headers.ts';

/** Pieces that every way in shares. */

export const shortText = v.pipe(v.string(), v.maxLength(input.maxLength));
/** A handle that we made: opaque, random, never guessed. */
export const handle = v.pipe(v.string(), v.regex(/^[\w.-]+$/), v.maxLength(longest.handle));
/** SHA-256 of the password as lower-case hex. The service treats it as the password. */
export const hashedPassword = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));
/** How `hashedPassword` was made. There is one way, so that none can be asked for that is weaker. */
export const encrypter = v.literal('SHA256');
export const oneTimeCode = v.pipe(v.string(), v.regex(/* @__PURE__ */ new RegExp(`^\\d{${code.length}}$`)));
/** Where the person wanted to go; obeyed only when the gate lets it pass, so its text is not checked here. */
export const requestedRedirect = v.pipe(v.string(), v.maxLength(longest.redirectParam));
/** Names one of the apps or sites that we made: a product, an area of a page. */
export const productCode = v.pipe(v.string(), v.regex(/^[\w-]{1,32}$/));

export const endpoint = v.picklist(['PC', 'H5']);
/** `{product}_APP` from the app client, otherwise empty. */
export const appEndpoint = v.pipe(v.string(), v.regex(/^(?:[\w-]{1,32}_APP)?$/));

/** A hash of browser attributes, a hint and never a proof; empty from a browser that tells none. */
export const fingerprint = v.pipe(v.string(), v.regex(/^[\x20-\x7e]*$/), v.maxLength(longest.fingerprint));

export const loginParams = v.object({ endpoint, env: v.object({ fingerprint }) });

/** Marks the calls that can make an account, for whoever counts them. */
export const registerEvent = { event: 'acc_register' };

/** The one answer of every call that can complete a sign-in. */
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

export const retryLater = v.object({ retryAfter: v.number() });
export const attemptsLeft = v.object({ attemptsLeft: v.number() });

/** What stands in the way of an account whatever the way in. Name and number are masked. */
export const accountRefusals = {
  accountDisabled: v.unknown(),
  needsIdentityCheck: v.object({
    name: v.string(),
    desIdNo: v.string(),
    serviceId: v.string(),
    /** For someone without a mobile number: a code comes by mail. */
    codeBy: v.optional(v.literal('email')),
    token,
  }),
};

/** What can be wrong with a code, or with what it was sent for. */
export const codeRefusals = {
  wrongCode: attemptsLeft,
  expiredCode: v.unknown(),
  tooManyCodeTries: v.unknown(),
  unknownService: v.unknown(),
};

/** Nothing is made or joined before the agreement in force was agreed to. */
export const agreementRefusals = { needsAgreement: v.object({ version: v.string() }) };
