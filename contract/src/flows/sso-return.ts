import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { accountRefusals, appEndpoint, type SignedIn } from './sign-in.ts';
import { ssoHeaders, token } from './sso-headers.ts';

/** Where a company's person stands once we know the account. */
export const ssoSignIn = {
  targetUrl: v.optional(v.string()),
  realNameStatus: v.boolean(),
  accountId: v.optional(v.string()),
  loginDoubleCheck: v.boolean(),
  /** Masked, and the handle of the second factor that must follow. */
  mobile: v.optional(v.string()),
  preServiceId: v.optional(v.string()),
  needAgreement: v.boolean(),
  token,
};

export const checkAuthorisation = defineCall({
  method: 'POST',
  path: '/login/sso/account/authorize/check',
  purpose: 'What the access code of a company sign-in is good for',
  counts: { ssoStep: 'return' },
  givenHeaders: ssoHeaders,
  request: v.object({ endpoint: appEndpoint }),
  response: v.variant('loginStatus', [
    v.object({ loginStatus: v.literal(true), ...ssoSignIn }),
    v.object({
      loginStatus: v.literal(false),
      /** As the company told them, masked; to use one, the bind call is sent without naming it. */
      loginMobile: v.optional(v.string()),
      loginEmail: v.optional(v.string()),
      /** The company wants an e-mail and nothing else. */
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

/** The same in the words of every other way in; `unverified` names an account that must still prove who it is. */
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
