import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { accountRefusals, appEndpoint, type SignedIn } from './sign-in.ts';
import { ssoHeaders, token } from './sso-headers.ts';

/** The result of an SSO sign-in once the account is known. */
export const ssoSignIn = {
  targetUrl: v.optional(v.string()),
  realNameStatus: v.boolean(),
  accountId: v.optional(v.string()),
  loginDoubleCheck: v.boolean(),
  /** The masked mobile number and the handle of the second factor, when one is required. */
  mobile: v.optional(v.string()),
  preServiceId: v.optional(v.string()),
  needAgreement: v.boolean(),
  token,
};

export const checkAuthorisation = defineCall({
  method: 'POST',
  path: '/login/sso/account/authorize/check',
  purpose: 'Exchange the access code of an SSO sign-in for its result',
  trackedAs: { ssoStep: 'return' },
  variableHeaders: ssoHeaders,
  request: v.object({ endpoint: appEndpoint }),
  response: v.variant('loginStatus', [
    v.object({ loginStatus: v.literal(true), ...ssoSignIn }),
    v.object({
      loginStatus: v.literal(false),
      /** Masked, as the company provided them; to use one, the bind call omits `credentials`. */
      loginMobile: v.optional(v.string()),
      loginEmail: v.optional(v.string()),
      /** The company allows e-mail addresses only. */
      loginLimit: v.optional(v.literal('EMAIL')),
      token,
    }),
  ]),
  refusals: {
    ssoExpired: v.unknown(),
    ssoFailed: v.unknown(),
    notAMember: v.unknown(),
    ...accountRefusals,
  },
});

type SsoSignIn = Omit<v.InferOutput<v.ObjectSchema<typeof ssoSignIn, undefined>>, 'token'>;

/** Converts the SSO fields to the response of the other sign-in calls; `unverified` is an account whose real name is not verified yet. */
export function toSignedIn(data: SsoSignIn): SignedIn & { unverified?: string } {
  const { targetUrl, realNameStatus, accountId, loginDoubleCheck, mobile, preServiceId, needAgreement } = data;
  return {
    ouid: accountId ?? '',
    ...(targetUrl && { url: targetUrl }),
    ...(mobile && { mobile }),
    ...(preServiceId && { preServiceId }),
    ...(!realNameStatus && accountId && { unverified: accountId }),
    loginDoubleCheck,
    needAgreement,
    newUser: false,
  };
}
