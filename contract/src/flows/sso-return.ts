import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { textOrNumber } from '../rules/answer-shapes.ts';
import {
  accountRefusals,
  appEndpoint,
  secondFactorCanStart,
  secondFactorFields,
  type SignInResult,
} from './sign-in.ts';
import { ssoHeaders, token } from './sso-headers.ts';

/** The result of an SSO sign-in once the account is known. */
export const ssoSignIn = v.object({
  targetUrl: v.optional(v.string()),
  realNameStatus: v.boolean(),
  accountId: v.optional(textOrNumber),
  loginDoubleCheck: v.boolean(),
  /** The masked mobile number and the handle of the second factor, when one is required. */
  mobile: v.optional(textOrNumber),
  preServiceId: v.optional(textOrNumber),
  ...secondFactorFields,
  needAgreement: v.boolean(),
  token,
});

/** The same as the page reads it. */
export const ssoSignInResult = v.pipe(
  v.partial(ssoSignIn),
  v.check((data) => secondFactorCanStart(data)),
);

/** Masked, as the company provided them; to use one, the bind call omits `credentials`. */
const hints = {
  loginMobile: v.optional(textOrNumber),
  loginEmail: v.optional(v.string()),
  /** Its name for people. */
  company: v.optional(v.string()),
};

export const checkAuthorisation = defineCall({
  method: 'POST',
  path: '/login/sso/account/authorize/check',
  purpose: 'Exchange the access code of an SSO sign-in for its result',
  access: 'anyone',
  trackedAs: { ssoStep: 'return' },
  variableHeaders: ssoHeaders,
  request: v.object({ endpoint: appEndpoint }),
  response: v.variant('loginStatus', [
    v.object({ loginStatus: v.literal(true), ...ssoSignIn.entries }),
    v.object({
      loginStatus: v.literal(false),
      ...hints,
      /** The company allows e-mail addresses only. */
      loginLimit: v.optional(v.literal('EMAIL')),
      token,
    }),
  ]),
  reads: v.pipe(
    v.partial(v.object({ loginStatus: v.boolean(), ...ssoSignIn.entries, ...hints, loginLimit: v.string() })),
    v.check((data) => secondFactorCanStart(data)),
  ),
  refusals: {
    ssoExpired: v.unknown(),
    ssoFailed: v.unknown(),
    /** The person cancelled at this company. */
    ssoCancelled: v.object({ company: v.optional(v.string()) }),
    notAMember: v.unknown(),
    ...accountRefusals,
  },
});

/** Converts the SSO fields to the response of the other sign-in calls; `unverifiedAccount` is an account whose real name is not verified yet. */
export function toSignInResult(
  data: v.InferOutput<typeof ssoSignInResult>,
): SignInResult & { unverifiedAccount?: string } {
  const { targetUrl: url, realNameStatus, accountId, loginDoubleCheck, mobile, preServiceId, needAgreement } = data;
  const { secondFactors, canTrustBrowser, secondFactorDueBy } = data;
  return {
    url,
    mobile,
    preServiceId,
    secondFactors,
    canTrustBrowser,
    secondFactorDueBy,
    loginDoubleCheck,
    needAgreement,
    ...(!realNameStatus && accountId && { unverifiedAccount: accountId }),
  };
}
