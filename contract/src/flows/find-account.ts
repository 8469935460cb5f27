import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { humanCheckRefusals } from './human-check.ts';
import { wholeIdNumber } from './identity-check.ts';
import { personName } from '../rules/account-shapes.ts';
import { handle } from './sign-in.ts';

export const startPersonSearch = defineCall({
  method: 'POST',
  path: '/v1/accounts/find/person',
  purpose: 'Start finding accounts by name and ID number; the response is the same whether or not the person is known',
  access: 'anyone',
  request: v.object({
    name: personName,
    idNumber: wholeIdNumber,
    auth: v.optional(handle),
  }),
  /** Allows sending a FIND_ACCOUNT code to the mobile number on record. */
  response: v.object({ preServiceId: v.string() }),
  refusals: humanCheckRefusals,
});

export const findAccounts = defineCall({
  method: 'POST',
  path: '/v1/accounts/find',
  purpose: 'List the masked accounts of the person that a FIND_ACCOUNT code has proven',
  access: 'anyone',
  request: v.object({ serviceId: handle }),
  response: v.object({
    accounts: v.array(
      v.object({
        mobile: v.optional(v.string()),
        email: v.optional(v.string()),
        lastUsedAt: v.optional(v.string()),
      }),
    ),
  }),
  refusals: { unknownServiceId: v.unknown(), expiredCode: v.unknown() },
});
