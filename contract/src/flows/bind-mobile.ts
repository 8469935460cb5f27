import * as v from 'valibot';
import { recordByApp, scanApps } from '../apps/scan-apps.ts';
import { wireOf } from '../apps/wire-of-apps.ts';
import { mobile } from '../rules/account-shapes.ts';
import { defineCall } from '../call.ts';
import {
  accountRefusals,
  agreementRefusals,
  newAccountRefusals,
  codeRefusals,
  handle,
  loginParams,
  oneTimeCode,
  signedIn,
  signInResult,
  requestedRedirect,
} from './sign-in.ts';

/** The bind calls of all apps share one schema: an unknown chat or payment account gets a mobile number, and with it an account. */
const binding = {
  method: 'POST',
  request: v.pipe(
    v.object({
      credentials: oneTimeCode,
      serviceId: handle,
      /** Both hold the mobile number; neither is sent when it was prefilled, since the service knows it. */
      mobile: v.optional(mobile),
      principal: v.optional(mobile),
      loginId: v.optional(handle),
      loginParams,
      userInfoContextId: handle,
      data: v.object({ userInfoContextId: handle }),
      /** Not required when the mobile number was prefilled. */
      agreed: v.optional(v.boolean(), false),
      redirectUrl: v.optional(requestedRedirect),
    }),
    v.check(
      (request) => request.userInfoContextId === request.data.userInfoContextId && request.mobile === request.principal,
    ),
  ),
  response: signedIn,
  reads: signInResult,
  refusals: {
    ...codeRefusals,
    ...agreementRefusals,
    ...newAccountRefusals,
    ...accountRefusals,
    authorisationExpired: v.unknown(),
    /** The account with this mobile number is linked to another account of the app. */
    boundElsewhere: v.object({ app: v.picklist(scanApps) }),
  },
} as const;

export const bindMobileTo = recordByApp((app) =>
  defineCall({
    ...binding,
    path: wireOf[app].bindPath,
    purpose: `Bind a mobile number to an account of ${app} and sign in`,
    access: 'anyone',
    trackedAs: { signIn: app },
  }),
);
