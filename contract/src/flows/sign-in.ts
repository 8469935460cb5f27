import * as v from 'valibot';
import { code, input, longest } from '../limits.ts';
import { numberOrText, maskedText, textOrNumber } from '../rules/answer-shapes.ts';
import { secondFactors } from '../second-factors.ts';
import { token } from './sso-headers.ts';

/** Schemas that several sign-in calls share. */

export const shortText = v.pipe(v.string(), v.maxLength(input.maxLength));
/** An opaque random identifier that the service created. */
export const handle = v.pipe(v.string(), v.regex(/^[\w.-]+$/), v.maxLength(longest.handle));
/** SHA-256 of the password as lower-case hex. The service treats it as the password. */
export const hashedPassword = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));
/** How `hashedPassword` was made. Only one value exists, so that no weaker one can be requested. */
export const encrypter = v.literal('SHA256');
export const oneTimeCode = v.pipe(v.string(), v.regex(/* @__PURE__ */ new RegExp(`^\\d{${code.length}}$`)));
/** The requested redirect. It is followed only if the allowlist permits it, so it is not validated here. */
export const requestedRedirect = v.pipe(v.string(), v.maxLength(longest.redirectParam));
/** The code of a product, a channel or a terminal. */
export const productCode = v.pipe(v.string(), v.regex(/^[\w-]{1,32}$/));

export const endpoint = v.picklist(['PC', 'H5']);
/** `{product}_APP` from the app client, otherwise empty. */
export const appEndpoint = v.pipe(v.string(), v.regex(/^(?:[\w-]{1,32}_APP)?$/));

/** A hash of browser attributes: a hint, never a proof; empty where the browser reveals none. */
export const fingerprint = v.pipe(v.string(), v.regex(/^[\x20-\x7e]*$/), v.maxLength(longest.fingerprint));

export const loginParams = v.object({ endpoint, env: v.object({ fingerprint }) });

/** Header of the calls that can create an account, for analytics at the proxy. */
export const registerEvent = { event: 'acc_register' };

/** Fields of every response that can end in a second factor, or in the request to set one up. */
export const secondFactorFields = {
  /**
   * The second factors that the account can give, the last used one first. Absent: a code to the mobile number. Empty: an
   * authenticator app has to be set up first, because the operator requires a second factor.
   */
  secondFactors: v.optional(v.array(v.picklist(secondFactors))),
  /** Whether the person may trust this browser with it; absent: yes. Only two factors make a browser trusted. */
  canTrustBrowser: v.optional(v.boolean()),
  /** From then on the operator requires a second factor; the person has not switched it on yet. */
  secondFactorDueBy: v.optional(v.string()),
};

/** The response of every call that can complete a sign-in. */
export const signedIn = v.object({
  ouid: textOrNumber,
  /** The redirect URL, already checked by the service; absent while a further step is required. */
  url: v.optional(v.string()),
  /** The masked mobile number, when a second factor is required. */
  mobile: v.optional(textOrNumber),
  loginDoubleCheck: v.boolean(),
  /** Starts the second factor; no session exists before it is passed. */
  preServiceId: v.optional(textOrNumber),
  ...secondFactorFields,
  needAgreement: v.boolean(),
  newUser: v.boolean(),
  setPwdServiceId: v.optional(textOrNumber),
});
export type SignedIn = v.InferOutput<typeof signedIn>;

interface SecondFactorFields {
  loginDoubleCheck?: boolean | undefined;
  preServiceId?: string | undefined;
}
/** A second factor that cannot be started is an error: without it the person is not signed in. */
export const secondFactorCanStart = ({ loginDoubleCheck, preServiceId }: SecondFactorFields) =>
  !loginDoubleCheck || Boolean(preServiceId);

/** The same as the page reads it. Nothing is required: without a flag there is no second factor and no new account. */
export const signInResult = v.nullish(
  v.pipe(
    v.partial(signedIn),
    v.check((data) => secondFactorCanStart(data)),
  ),
  {},
);
export type SignInResult = v.InferOutput<typeof signInResult>;

export const retryLater = v.object({ retryAfter: numberOrText });
export const attemptsLeft = v.object({ attemptsLeft: numberOrText });

/** Refusals of an account that apply to every sign-in method. Name and ID number are masked. */
export const accountRefusals = {
  accountDisabled: v.unknown(),
  /** The second factor is on, and the configuration of the service allows none of those that the account has. */
  secondFactorUnavailable: v.unknown(),
  needsIdentityCheck: v.object({
    name: maskedText,
    desIdNo: maskedText,
    serviceId: textOrNumber,
    /** Present for an account without a mobile number: the code is sent by e-mail. */
    codeBy: v.optional(v.literal('email')),
    token,
  }),
  identityCheckClosed: retryLater,
};

/** Refusals of a one-time code or of the step it belongs to. */
export const codeRefusals = {
  wrongCode: attemptsLeft,
  expiredCode: v.unknown(),
  tooManyCodeTries: v.unknown(),
  unknownServiceId: v.unknown(),
};

/**
 * Support was asked to give this contact to another account: a new account would keep it from that one. Only a person who has
 * proven the contact learns of it.
 */
export const newAccountRefusals = {
  contactReserved: v.object({ kind: v.picklist(['mobile', 'email']), retryAfter: numberOrText }),
};

/** No account is created or linked before the agreement in force was accepted. */
export const agreementRefusals = { needsAgreement: v.object({ version: v.string() }) };
