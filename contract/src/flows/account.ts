import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { attemptsLeft, codeRefusals, encrypter, handle, hashedPassword, oneTimeCode, retryLater } from './sign-in.ts';

/** Everything that the audit trail records, by the name under which it is stored. */
export const auditTypes = [
  'accountCreated',
  'signIn',
  'signInFailed',
  'handoffRefused',
  'secondFactorFailed',
  'wrongCode',
  'stepUp',
  'provenAgain',
  'proofFailed',
  'identityChecked',
  'identityCheckFailed',
  'idNumberClaimed',
  'idNumberConfirmed',
  'realNameVerified',
  'nameChanged',
  'passwordChanged',
  'passwordReset',
  'passwordRemoved',
  'passkeyAdded',
  'passkeyRemoved',
  'authenticatorAdded',
  'authenticatorRemoved',
  'backupCodesCreated',
  'backupCodeUsed',
  'secondFactorOn',
  'secondFactorOff',
  'mobileChanged',
  'emailChanged',
  'contactChangeUndone',
  'contactChangeAsked',
  'contactChangeStopped',
  'contactChangeDropped',
  'recoveryAsked',
  'recoveryStopped',
  'recoveryDropped',
  'recoveryMade',
  'identityLinked',
  'identityUnlinked',
  'applicationAllowed',
  'applicationEnded',
  'deviceConnected',
  'applicationSignedOut',
  'applicationNotSignedOut',
  'consentGiven',
  'sessionEnded',
  'signedOut',
  'signedOutEverywhere',
  'signInDisowned',
  'browserTrusted',
  'browserForgotten',
  'dataExported',
  'closureRequested',
  'closureCancelled',
  'accountErased',
  'accountDisabled',
  'accountEnabled',
  'accountMerged',
  'secondFactorReset',
  'limitsCleared',
  'dataRevealed',
  'operatorCommand',
] as const;
export type AuditType = (typeof auditTypes)[number];

/** How a signed-in person can prove again who they are. */
export const proofWays = ['password', 'sms', 'email', 'passkey', 'totp', 'backupCode'] as const;
export type ProofWay = (typeof proofWays)[number];

/** What matters needs a proof that is less than ten minutes old. */
export const freshProofRefusals = {
  notSignedIn: v.unknown(),
  needsFreshProof: v.object({
    /** The best first; empty where the person has to sign in again. */
    ways: v.array(v.picklist(proofWays)),
    /** Sends a code by `PROVE_AGAIN`. */
    preServiceId: v.string(),
    /** The masked recipients of such a code. */
    mobile: v.optional(v.string()),
    email: v.optional(v.string()),
  }),
};

export const proveByPassword = defineCall({
  method: 'POST',
  path: '/user/accounts/proof/password',
  purpose: 'Prove again who is signed in, with the password',
  access: 'session',
  request: v.object({ credentials: hashedPassword, encrypter: v.optional(encrypter, 'SHA256') }),
  response: v.null(),
  refusals: {
    notSignedIn: v.unknown(),
    wrongCredentials: attemptsLeft,
    waitBeforeRetry: retryLater,
    lockedOut: retryLater,
  },
});

export const proveByCode = defineCall({
  method: 'POST',
  path: '/user/accounts/proof/code',
  purpose: 'Prove again who is signed in, with a code to the own mobile number or e-mail address',
  access: 'session',
  request: v.object({ serviceId: handle, credentials: oneTimeCode }),
  response: v.null(),
  refusals: { notSignedIn: v.unknown(), ...codeRefusals },
});

/** The number of an event in the audit trail. */
const eventId = v.pipe(v.string(), v.regex(/^\d{1,15}$/));

const activity = v.object({
  id: v.string(),
  type: v.picklist(auditTypes),
  /** Who did it: the person, or the operator of the service. */
  actor: v.picklist(['person', 'operator', 'service']),
  method: v.optional(v.string()),
  factor: v.optional(v.string()),
  /** The app or company that was linked, the device that was signed out, the version that was agreed to: masked. */
  subject: v.optional(v.string()),
  device: v.string(),
  address: v.string(),
  at: v.string(),
  /** In the session that asks. */
  current: v.boolean(),
});
export type Activity = v.InferOutput<typeof activity>;

export const getActivity = defineCall({
  method: 'GET',
  path: '/user/accounts/activity',
  purpose: 'Get what happened to the signed-in account, the newest first',
  access: 'session',
  request: v.object({ before: v.optional(eventId) }),
  /** `more`: there are earlier events, after the last of these. */
  response: v.object({ events: v.array(activity), more: v.boolean() }),
  refusals: { notSignedIn: v.unknown() },
});

export const disownActivity = defineCall({
  method: 'POST',
  path: '/user/accounts/activity/:id/disown',
  purpose: 'Say that another person did it: ends that session, pending sign-ins and the trust in browsers',
  access: 'freshProof',
  request: v.object({ id: eventId }),
  response: v.object({ sessionEnded: v.boolean() }),
  refusals: freshProofRefusals,
});

export const getAcceptedAgreements = defineCall({
  method: 'GET',
  path: '/user/accounts/consents',
  purpose: 'Get the versions of the agreement that the account has accepted, the newest first',
  access: 'session',
  request: v.object({}),
  response: v.object({
    consents: v.array(
      v.object({ version: v.string(), language: v.string(), agreedAt: v.string(), inForce: v.boolean() }),
    ),
  }),
  refusals: { notSignedIn: v.unknown() },
});
