import * as v from 'valibot';
import { email, mobile } from '../rules/account-shapes.ts';
import { textOrNumber } from '../rules/answer-shapes.ts';
import { defineCall } from '../call.ts';
import { sendRefusals } from './send-code.ts';
import { accountRefusals, appEndpoint, codeRefusals, handle, newAccountRefusals, oneTimeCode } from './sign-in.ts';
import { ssoHeaders } from './sso-headers.ts';
import { ssoSignIn, ssoSignInResult } from './sso-return.ts';

/** The token of a passed human check, under the name that the specification gives it in this call. */
const robotModel = v.optional(handle);

export const sendBindCode = defineCall({
  method: 'POST',
  path: '/login/sso/account/bindAccount/send',
  purpose: 'Send a code to the account that an SSO identity is to be linked with',
  access: 'anyone',
  variableHeaders: ssoHeaders,
  /** Without `credentials` the code goes to the mobile number or e-mail address that the company provided. */
  request: v.variant('type', [
    v.object({ type: v.literal('MOBILE'), credentials: v.optional(mobile), robotModel }),
    v.object({ type: v.literal('EMAIL'), credentials: v.optional(email), robotModel }),
  ]),
  response: v.object({ authCodeId: textOrNumber }),
  refusals: { ...sendRefusals, ssoExpired: v.unknown(), emailOnly: v.unknown() },
});

export const checkBindCode = defineCall({
  method: 'POST',
  path: '/login/sso/account/bindAccount/check',
  purpose: 'Link the SSO identity with the account that the code has proven',
  access: 'anyone',
  trackedAs: { ssoStep: 'bind' },
  variableHeaders: ssoHeaders,
  request: v.object({ code: oneTimeCode, authCodeId: handle, endpoint: appEndpoint }),
  response: ssoSignIn,
  reads: ssoSignInResult,
  refusals: {
    ...codeRefusals,
    ssoExpired: v.unknown(),
    boundElsewhere: v.unknown(),
    ...newAccountRefusals,
    ...accountRefusals,
  },
});
