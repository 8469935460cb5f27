import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { humanCheckRefusals } from './human-check.ts';
import { wholeIdNumber } from './identity-check.ts';
import { longest } from '../limits.ts';
import { readName } from '../rules/person-rules.ts';
import { handle } from './sign-in.ts';

export const startPersonSearch = defineCall({
  method: 'POST',
  path: '/v1/accounts/find/person',
  purpose: 'Begin with name and id number; answered alike whether or not we know the person',
  request: v.object({
    name: v.pipe(v.string(), v.maxLength(longest.name), v.transform(readName), v.string(), v.minLength(1)),
    idNumber: wholeIdNumber,
    auth: v.optional(handle),
  }),
  /** Opens a FIND_ACCOUNT code to the mobile number on record. */
  response: v.object({ preServiceId: v.string() }),
  refusals: humanCheckRefusals,
});

export const findAccounts = defineCall({
  method: 'POST',
  path: '/v1/accounts/find',
  purpose: 'The accounts of the person that a FIND_ACCOUNT code has proven, masked',
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
  refusals: { unknownService: v.unknown(), expiredCode: v.unknown() },
});
