import * as v from 'valibot';
import { email, mobile } from '../rules/account-shapes.ts';
import { textOrNumber } from '../rules/answer-shapes.ts';
import { type RequestOf, defineCall } from '../call.ts';
import { humanCheckRefusals } from './human-check.ts';
import { tokenHeaders } from './sso-headers.ts';
import { codeRefusals, endpoint, handle, oneTimeCode, retryLater } from './sign-in.ts';

/** The token of a passed human check. Where it is required and missing, the call refuses with `needsHumanCheck`. */
const auth = v.optional(handle);

/** Purposes for which the request names the recipient. */
const namedRecipient = v.picklist(['REGISTER', 'REGISTER_LOGIN', 'RETRIEVE', 'FIND_ACCOUNT']);
/** Purposes for which the service knows the recipient, from an earlier step or sign-in; the request never names it. */
const knownRecipient = v.picklist([
  'MODIFY_IDCARD',
  'FIND_ACCOUNT',
  'REGISTER_LOGIN',
  'RETRIEVE',
  'PROVE_AGAIN',
  'UNDO_CONTACT',
]);
const knownMobileRecipient = v.picklist([...knownRecipient.options, 'LOGIN_DOUBLE_CHECK']);
const knownEmailRecipient = v.picklist([...knownRecipient.options, 'RECOVER_FACTOR']);

const sent = v.object({
  serviceId: textOrNumber,
  /** The masked recipient, when the request did not name it. */
  sentTo: v.optional(v.string()),
});

const limitOfRecipient = {
  /** The text of a refusal names the number or the e-mail address. */
  kind: v.optional(v.picklist(['mobile', 'email'])),
  /** A token of the hardest puzzle sends a code all the same. */
  extraCode: v.optional(v.boolean()),
};

export const sendRefusals = {
  ...humanCheckRefusals,
  /** `serviceId`: of the code that was sent before and can be entered, and its masked recipient, as `sentTo` of a code. */
  codeTooSoon: v.object({
    ...retryLater.entries,
    serviceId: v.optional(textOrNumber),
    sentTo: v.optional(v.string()),
  }),
  codeLimitReached: v.object({ ...retryLater.entries, ...limitOfRecipient }),
  codeNotSent: v.unknown(),
  cannotReceiveCodes: v.nullish(v.object(limitOfRecipient)),
};

export const sendCodeToMobile = defineCall({
  method: 'POST',
  path: '/sender/mobile/v3',
  purpose: 'Send a code by text message',
  access: 'anyone',
  trackedAs: { codeTo: 'mobile' },
  variableHeaders: tokenHeaders,
  request: v.union([
    v.object({ bizType: namedRecipient, principal: mobile, auth }),
    v.object({ bizType: knownMobileRecipient, preServiceId: handle, auth }),
    // `preServiceId` is the `userInfoContextId`; a prefilled mobile number is known there and not sent again.
    v.object({ bizType: v.literal('BIND_MOBILE'), preServiceId: handle, principal: v.optional(mobile), auth }),
  ]),
  response: sent,
  refusals: { ...sendRefusals, unknownServiceId: v.unknown(), identityCheckClosed: retryLater },
});

export const sendCodeToEmail = defineCall({
  method: 'POST',
  path: '/sender/email/v3',
  purpose: 'Send a code by e-mail',
  access: 'anyone',
  trackedAs: { codeTo: 'email' },
  variableHeaders: tokenHeaders,
  request: v.union([
    v.object({ bizType: namedRecipient, principal: email, auth }),
    v.object({ bizType: knownEmailRecipient, preServiceId: handle, auth }),
  ]),
  response: sent,
  refusals: { ...sendRefusals, unknownServiceId: v.unknown(), identityCheckClosed: retryLater },
});

/** What a code is for; it is valid for nothing else. */
export type BizType =
  | RequestOf<typeof sendCodeToMobile | typeof sendCodeToEmail>['bizType']
  | 'SSO_BIND'
  | 'CHANGE_CONTACT';

export const verifyCode = defineCall({
  method: 'POST',
  path: '/sender/verify',
  purpose: 'Verify a one-time code; its serviceId then proves the account',
  access: 'anyone',
  variableHeaders: tokenHeaders,
  request: v.object({ credentials: oneTimeCode, serviceId: handle, loginParams: v.object({ endpoint }) }),
  response: v.null(),
  refusals: codeRefusals,
});
