import * as v from 'valibot';
import { account } from '../rules/account-shapes.ts';
import { defineCall } from '../call.ts';
import { encrypter, handle, hashedPassword, loginParams, productCode, registerEvent } from './sign-in.ts';

export const checkAccountTaken = defineCall({
  method: 'POST',
  path: '/v1/accounts/checkMobileOrEmail',
  purpose: 'Whether an account exists, told only to the browser that has just proven it',
  request: v.object({ principal: account }),
  response: v.object({ accountExist: v.boolean() }),
  refusals: {},
});

export const registerAccount = defineCall({
  method: 'POST',
  path: '/sender/register',
  purpose: 'Make an account for a verified code; signing in is a call of its own',
  counts: { signIn: 'register' },
  headers: registerEvent,
  request: v.object({
    /** Publisher, channel and terminal that brought the person here. */
    source: v.object({ pub: productCode, chl: productCode, tml: productCode }),
    encrypter,
    password: hashedPassword,
    serviceId: handle,
    loginParams,
  }),
  response: v.object({ ouid: v.string() }),
  refusals: {
    unknownService: v.unknown(),
    expiredCode: v.unknown(),
    accountTaken: v.unknown(),
    /** With this proof and another password, and someone has been in since. */
    registeredBefore: v.unknown(),
    commonPassword: v.unknown(),
  },
});
