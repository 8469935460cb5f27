import * as v from 'valibot';
import { account } from '../rules/account-shapes.ts';
import { defineCall } from '../call.ts';
import { textOrNumber } from '../rules/answer-shapes.ts';
import { freshProofRefusals } from './account.ts';
import { sendRefusals } from './send-code.ts';
import { codeRefusals, handle, oneTimeCode } from './sign-in.ts';

const kind = v.picklist(['mobile', 'email']);
export type ContactKind = v.InferOutput<typeof kind>;

/** `until`: the account can give no second proof before that does not come from the first one. */
const contactRefusals = { ...freshProofRefusals, contactsTooSoon: v.object({ until: v.string() }) };

export const sendContactCode = defineCall({
  method: 'POST',
  path: '/user/accounts/contacts/code',
  purpose: 'Send a code to the mobile number or e-mail address that the account is to have',
  access: 'freshProofForContacts',
  request: v.object({ principal: account, auth: v.optional(handle) }),
  response: v.object({ serviceId: textOrNumber }),
  refusals: { ...sendRefusals, ...contactRefusals },
});

export const changeContact = defineCall({
  method: 'POST',
  path: '/user/accounts/contacts/change',
  purpose: 'Give the account the mobile number or e-mail address that the code was sent to',
  access: 'freshProofForContacts',
  request: v.object({ serviceId: handle, credentials: oneTimeCode }),
  response: v.null(),
  refusals: { ...codeRefusals, ...contactRefusals, contactTaken: v.object({ kind }) },
});

export const removeContact = defineCall({
  method: 'POST',
  path: '/user/accounts/contacts/:kind/remove',
  purpose: 'Remove the mobile number or the e-mail address of the account; one of them stays',
  access: 'freshProofForContacts',
  request: v.object({ kind }),
  response: v.null(),
  refusals: {
    ...contactRefusals,
    lastContact: v.unknown(),
    lastWayIn: v.unknown(),
    secondFactorNeedsMobile: v.unknown(),
  },
});

/** A call with `POST`, so that the handle is in no URL. */
export const getContactUndo = defineCall({
  method: 'POST',
  path: '/user/accounts/contacts/undo/offer',
  purpose: 'Tell which change the handle of a notice can undo or stop, or has undone or stopped',
  access: 'anyone',
  request: v.object({ undoHandle: handle }),
  response: v.object({
    /** `secondFactor`: a recovery. Its `before` is the number that is removed with it. */
    kind: v.picklist([...kind.options, 'secondFactor']),
    /** Masked; absent where there was none, or where it was removed. */
    before: v.optional(v.string()),
    after: v.optional(v.string()),
    changedAt: v.string(),
    undoUntil: v.string(),
    /** Present once the change is undone, so that a link that is opened again says so. */
    undoneAt: v.optional(v.string()),
    /** Of a change that an operator was asked for, or a recovery: nothing has changed before, and the handle stops it. */
    takesPlaceAt: v.optional(v.string()),
  }),
  refusals: { undoExpired: v.unknown() },
});

export const undoContactChange = defineCall({
  method: 'POST',
  path: '/user/accounts/contacts/undo',
  purpose:
    'Undo a change with the handle of its notice, which ends every session and removes the password; or stop one that waits',
  access: 'anyone',
  request: v.object({
    undoHandle: handle,
    /** A code to a contact that another account has got since, sent for `UNDO_CONTACT`. */
    serviceId: v.optional(handle),
    credentials: v.optional(oneTimeCode),
  }),
  response: v.null(),
  refusals: {
    ...codeRefusals,
    accountDisabled: v.unknown(),
    undoExpired: v.unknown(),
    contactTaken: v.object({ kind }),
    /** `contact` is masked. */
    needsContactCode: v.object({ kind, contact: v.string() }),
  },
});
