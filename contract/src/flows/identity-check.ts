import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { idNumber, identityCheck, longest } from '../limits.ts';
import { handle, retryLater, attemptsLeft } from './sign-in.ts';
import { tokenHeaders } from './sso-headers.ts';

/** A complete ID number; letters are case-insensitive. */
export const wholeIdNumber = v.pipe(
  v.string(),
  v.regex(/^[0-9A-Za-z]+$/),
  v.minLength(idNumber.min),
  v.maxLength(longest.idNumber),
  v.toUpperCase(),
);

export const checkIdSuffix = defineCall({
  method: 'POST',
  path: '/v1/accounts/identityCheck',
  purpose: 'Check the last characters of the ID number at the first sign-in; opens no session',
  access: 'anyone',
  variableHeaders: tokenHeaders,
  request: v.object({
    serviceId: handle,
    idSuffix: v.pipe(v.string(), v.regex(new RegExp(`^[0-9A-Za-z]{${identityCheck.characters}}$`)), v.toUpperCase()),
  }),
  response: v.null(),
  refusals: { wrongIdSuffix: attemptsLeft, identityCheckClosed: retryLater, unknownServiceId: v.unknown() },
});

const claim = v.object({
  /** Who has yet to confirm the number: `none` when it is on record already. Without it, the company. */
  confirmedBy: v.picklist(['none', 'identityService', 'password', 'company']),
  /** The page of the identity service where the person confirms it. */
  url: v.optional(v.string()),
});

export const correctIdNumber = defineCall({
  method: 'PUT',
  path: '/v1/accounts/identityCheck',
  purpose: 'Give another ID number than the one on record, after a MODIFY_IDCARD code; it counts once it is confirmed',
  access: 'anyone',
  variableHeaders: tokenHeaders,
  request: v.object({ serviceId: handle, idNumber: wholeIdNumber }),
  response: claim,
  reads: v.nullish(v.partial(claim), {}),
  refusals: { unknownServiceId: v.unknown(), expiredCode: v.unknown(), identityCheckClosed: retryLater },
});
