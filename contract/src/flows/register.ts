import * as v from 'valibot';
import { account } from '../rules/account-shapes.ts';
import { defineCall } from '../call.ts';
import {
  encrypter,
  handle,
  hashedPassword,
  loginParams,
  newAccountRefusals,
  productCode,
  registerEvent,
} from './sign-in.ts';

const existence = v.object({ accountExist: v.boolean() });

export const checkAccountTaken = defineCall({
  method: 'POST',
  path: '/v1/accounts/checkMobileOrEmail',
  purpose: 'Tell whether an account exists, only to the browser that has just proven it',
  access: 'anyone',
  request: v.object({ principal: account }),
  response: existence,
  reads: v.partial(existence),
  refusals: {},
});

export const registerAccount = defineCall({
  method: 'POST',
  path: '/sender/register',
  purpose: 'Create an account for a verified code; does not sign in',
  access: 'anyone',
  trackedAs: { signIn: 'register' },
  headers: registerEvent,
  request: v.object({
    /** Publisher, channel and terminal of the visit. */
    source: v.object({ pub: productCode, chl: productCode, tml: productCode }),
    encrypter,
    password: hashedPassword,
    serviceId: handle,
    loginParams,
  }),
  response: v.object({ ouid: v.string() }),
  reads: v.unknown(),
  refusals: {
    unknownServiceId: v.unknown(),
    expiredCode: v.unknown(),
    accountTaken: v.unknown(),
    ...newAccountRefusals,
    /** The account was registered with this code and another password, and has been signed in to since. */
    registeredBefore: v.unknown(),
    commonPassword: v.unknown(),
  },
});
