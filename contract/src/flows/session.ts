import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { signInMethods } from '../sign-in-methods.ts';
import { freshProofRefusals } from './account.ts';
import { handle } from './sign-in.ts';

const openSession = v.object({
  id: v.string(),
  current: v.boolean(),
  way: v.picklist(signInMethods),
  /** The factors that opened it; two codes to the same mobile number count as one factor. */
  factors: v.array(v.string()),
  device: v.string(),
  address: v.string(),
  createdAt: v.string(),
  lastSeenAt: v.string(),
  /** The person has said at sign-in that others use the computer. */
  shared: v.optional(v.boolean()),
});
export type OpenSession = v.InferOutput<typeof openSession>;

const security = v.object({
  password: v.optional(v.boolean()),
  passwordChangedAt: v.optional(v.string()),
  passkeys: v.optional(v.number()),
  secondFactor: v.optional(v.boolean()),
  /** How many are left. */
  backupCodes: v.optional(v.number()),
});

export const getCurrentAccount = defineCall({
  method: 'GET',
  path: '/user/accounts/me',
  purpose: 'Get the signed-in account and its sessions',
  access: 'session',
  request: v.object({}),
  response: v.object({
    ouid: v.string(),
    name: v.optional(v.string()),
    /** Absent where the name is on record, and in a back end that lets no one change it. */
    canChangeName: v.optional(v.boolean()),
    mobile: v.optional(v.string()),
    email: v.optional(v.string()),
    realNameStatus: v.boolean(),
    /** What protects the account. A number or flag that the service does not know is absent. */
    security: v.optional(security, {}),
    sessions: v.array(openSession),
    identities: v.array(v.object({ id: v.string(), provider: v.string(), since: v.string() })),
    /** Applications of others that the person has allowed to learn who they are. */
    applications: v.optional(v.array(v.object({ id: v.string(), name: v.string(), since: v.string() })), []),
  }),
  refusals: { notSignedIn: v.unknown() },
});

export const endSession = defineCall({
  method: 'POST',
  path: '/user/accounts/sessions/:id/end',
  purpose: 'End one other session',
  access: 'freshProof',
  request: v.object({ id: handle }),
  response: v.null(),
  refusals: freshProofRefusals,
});

export const endOtherSessions = defineCall({
  method: 'POST',
  path: '/user/accounts/sessions/endOthers',
  purpose: 'End all other sessions of the account',
  access: 'freshProof',
  request: v.object({}),
  response: v.null(),
  refusals: freshProofRefusals,
});

export const unlinkIdentity = defineCall({
  method: 'POST',
  path: '/user/accounts/identities/:id/unlink',
  purpose: 'Unlink an identity from the account, which needs a fresh proof',
  access: 'freshProof',
  request: v.object({ id: handle }),
  response: v.null(),
  refusals: { ...freshProofRefusals, lastWayIn: v.unknown() },
});

export const undoUnlink = defineCall({
  method: 'POST',
  path: '/user/accounts/identities/undo',
  purpose: 'Link again what this session has unlinked less than a minute ago',
  access: 'freshProof',
  request: v.object({}),
  response: v.null(),
  refusals: { ...freshProofRefusals, undoExpired: v.unknown() },
});

export const endApplicationAccess = defineCall({
  method: 'POST',
  path: '/user/accounts/applications/:id/end',
  purpose: 'End the access of an application, which has to ask again',
  access: 'freshProof',
  request: v.object({ id: handle }),
  response: v.null(),
  refusals: freshProofRefusals,
});

export const logOut = defineCall({
  method: 'POST',
  path: '/user/accounts/logout',
  purpose: 'Sign out of this session, or with a fresh proof of all sessions',
  access: { field: 'everywhere', given: 'freshProofIfOpen', otherwise: 'sessionInAnyStateIfAny' },
  request: v.object({ everywhere: v.optional(v.boolean(), false) }),
  response: v.null(),
  refusals: { needsFreshProof: freshProofRefusals.needsFreshProof },
});
