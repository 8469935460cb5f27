import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { longest } from '../limits.ts';
import { freshProofRefusals } from './account.ts';
import { secondFactorRefusals, secondFactorRequest, verified } from './second-factor.ts';
import { tokenHeaders } from './sso-headers.ts';
import { accountRefusals, handle, requestedRedirect, shortText, signedIn, signInResult } from './sign-in.ts';

/** Bytes as text, as the JSON forms of the Web Authentication API have them. */
const bytes = (maxLength: number) => v.pipe(v.string(), v.regex(/^[\w-]+$/), v.maxLength(maxLength));
const credentialId = bytes(longest.credentialId);

const credential = {
  id: credentialId,
  rawId: credentialId,
  type: v.literal('public-key'),
};

/** What the browser returns when a passkey is used. */
export const assertion = v.object({
  ...credential,
  response: v.object({
    clientDataJSON: bytes(longest.credentialData),
    authenticatorData: bytes(longest.credentialData),
    signature: bytes(longest.credentialData),
    /** Whose passkey it is; an authenticator may leave it out when the request named the passkeys. */
    userHandle: v.optional(bytes(longest.userHandle)),
  }),
});
export type Assertion = v.InferOutput<typeof assertion>;

/** What the browser returns when a passkey is created. */
export const attestation = v.object({
  ...credential,
  response: v.object({
    clientDataJSON: bytes(longest.credentialData),
    attestationObject: bytes(longest.credentialData),
    transports: v.optional(v.pipe(v.array(v.pipe(v.string(), v.regex(/^[\w-]{1,32}$/))), v.maxLength(10)), []),
  }),
});
export type Attestation = v.InferOutput<typeof attestation>;

const descriptor = v.object({ type: v.literal('public-key'), id: v.string(), transports: v.array(v.string()) });

/** The options of `navigator.credentials.get`. Without `allowCredentials` any passkey of this site may be used. */
const requestOptions = v.object({
  challenge: v.string(),
  rpId: v.string(),
  timeout: v.number(),
  userVerification: v.literal('required'),
  allowCredentials: v.array(descriptor),
});
export type RequestOptions = v.InferOutput<typeof requestOptions>;

/** The options of `navigator.credentials.create`. */
const creationOptions = v.object({
  challenge: v.string(),
  rp: v.object({ id: v.string(), name: v.string() }),
  user: v.object({ id: v.string(), name: v.string(), displayName: v.string() }),
  pubKeyCredParams: v.array(v.object({ type: v.literal('public-key'), alg: v.number() })),
  timeout: v.number(),
  attestation: v.literal('none'),
  authenticatorSelection: v.object({
    residentKey: v.literal('required'),
    requireResidentKey: v.literal(true),
    userVerification: v.literal('required'),
  }),
  excludeCredentials: v.array(descriptor),
});
export type CreationOptions = v.InferOutput<typeof creationOptions>;

const passkey = v.object({
  id: v.string(),
  credentialId: v.string(),
  /** As the person has named it, else the name of the authenticator; absent where neither is known. */
  name: v.optional(v.string()),
  /** The passkey may be on several devices; otherwise it stays on the one it was created on. */
  synced: v.boolean(),
  createdAt: v.string(),
  lastUsedAt: v.optional(v.string()),
});
export type Passkey = v.InferOutput<typeof passkey>;

/** `unknownPasskey`: it was removed here, so the authenticator can forget it. */
export const passkeyRefusals = { passkeyFailed: v.unknown(), unknownPasskey: v.unknown() };

export const startPasskeySignIn = defineCall({
  method: 'POST',
  path: '/login/passkey/options',
  purpose: 'Get the challenge of a sign-in with a passkey',
  access: 'anyone',
  request: v.object({}),
  response: requestOptions,
  refusals: {},
});

export const commitPasskey = defineCall({
  method: 'POST',
  path: '/login/commit/passkey',
  purpose: 'Sign in with a passkey',
  access: 'anyone',
  trackedAs: { signIn: 'passkey' },
  request: v.object({ credential: assertion, redirectUrl: v.optional(requestedRedirect) }),
  response: signedIn,
  reads: signInResult,
  refusals: { ...passkeyRefusals, ...accountRefusals },
});

export const startPasskeyFactor = defineCall({
  method: 'POST',
  path: '/sender/startLoginDoubleCheck/passkey',
  purpose: 'Get the challenge for a passkey as second factor',
  access: 'anyone',
  variableHeaders: tokenHeaders,
  request: v.object({ preServiceId: handle }),
  response: requestOptions,
  refusals: { unknownServiceId: v.unknown() },
});

export const verifyPasskeyFactor = defineCall({
  method: 'POST',
  path: '/sender/verifyLoginDoubleCheck/passkey',
  purpose: 'Complete a pending sign-in or a step-up with a passkey',
  access: 'anyone',
  variableHeaders: tokenHeaders,
  request: v.object({ preServiceId: handle, credential: assertion, ...secondFactorRequest }),
  response: verified,
  reads: v.nullish(v.partial(verified), {}),
  refusals: { ...passkeyRefusals, unknownServiceId: v.unknown(), ...secondFactorRefusals },
});

export const startPasskeyProof = defineCall({
  method: 'POST',
  path: '/user/accounts/proof/passkey/options',
  purpose: 'Get the challenge for a fresh proof with a passkey',
  access: 'session',
  request: v.object({}),
  response: requestOptions,
  refusals: { notSignedIn: v.unknown() },
});

export const proveByPasskey = defineCall({
  method: 'POST',
  path: '/user/accounts/proof/passkey',
  purpose: 'Prove again who is signed in, with a passkey',
  access: 'session',
  request: v.object({ credential: assertion }),
  response: v.null(),
  refusals: { notSignedIn: v.unknown(), ...passkeyRefusals },
});

export const getPasskeys = defineCall({
  method: 'GET',
  path: '/user/accounts/passkeys',
  purpose: 'List the passkeys of the signed-in account',
  access: 'session',
  request: v.object({}),
  response: v.object({
    passkeys: v.array(passkey),
    /** For what the page reports to authenticators: which passkeys count, and how the account is called. */
    rpId: v.string(),
    user: v.object({ id: v.string(), name: v.string(), displayName: v.string() }),
  }),
  refusals: { notSignedIn: v.unknown() },
});

export const startPasskey = defineCall({
  method: 'POST',
  path: '/user/accounts/passkeys/options',
  purpose: 'Get the challenge for a new passkey, which needs a fresh proof',
  access: 'freshProofForFactors',
  request: v.object({
    /** The browser creates it without a question, which is allowed after a sign-in with a password. */
    silent: v.optional(v.boolean(), false),
  }),
  response: creationOptions,
  refusals: freshProofRefusals,
});

export const addPasskey = defineCall({
  method: 'POST',
  path: '/user/accounts/passkeys',
  purpose: 'Add a passkey to the signed-in account, which needs a fresh proof',
  access: 'freshProofForFactors',
  request: v.object({ credential: attestation }),
  response: passkey,
  refusals: { ...freshProofRefusals, passkeyFailed: v.unknown() },
});

export const renamePasskey = defineCall({
  method: 'PUT',
  path: '/user/accounts/passkeys/:id',
  purpose: 'Name a passkey, which needs a fresh proof',
  access: 'freshProof',
  request: v.object({ id: handle, name: v.pipe(shortText, v.trim(), v.nonEmpty(), v.maxLength(longest.passkeyName)) }),
  response: v.null(),
  refusals: freshProofRefusals,
});

export const removePasskey = defineCall({
  method: 'POST',
  path: '/user/accounts/passkeys/:id/remove',
  purpose: 'Remove a passkey, which needs a fresh proof, unless it is the last way to sign in',
  access: 'freshProofForFactors',
  request: v.object({ id: handle }),
  response: v.null(),
  /** `lastSecondFactor`: sign-in security is on and nothing else could be asked for. */
  refusals: { ...freshProofRefusals, lastWayIn: v.unknown(), lastSecondFactor: v.unknown() },
});

export const getPasskeyOffer = defineCall({
  method: 'GET',
  path: '/user/accounts/passkeys/offer',
  purpose: 'Ask whether a passkey is to be offered after this sign-in',
  access: 'session',
  request: v.object({}),
  response: v.object({
    due: v.boolean(),
    /** The session was opened with a password, so the browser may create the passkey without a question. */
    silent: v.boolean(),
  }),
  mayBeMissing: true,
  refusals: { notSignedIn: v.unknown() },
});

export const answerPasskeyOffer = defineCall({
  method: 'POST',
  path: '/user/accounts/passkeys/offer/answer',
  purpose: 'Decline the offer of a passkey, for a month or for good',
  access: 'session',
  request: v.object({ answer: v.picklist(['later', 'never']) }),
  response: v.null(),
  refusals: { notSignedIn: v.unknown() },
});
