import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { longest } from '../limits.ts';
import { readName } from '../rules/person-rules.ts';
import { freshProofRefusals } from './account.ts';

export const changeName = defineCall({
  method: 'POST',
  path: '/user/accounts/name',
  purpose: 'Give the account a name, or change it',
  request: v.object({
    name: v.pipe(v.string(), v.maxLength(longest.name), v.transform(readName), v.string(), v.minLength(1)),
  }),
  response: v.null(),
  /** `nameOnRecord`: the name is verified, or belongs to an ID number on record. */
  refusals: { ...freshProofRefusals, nameOnRecord: v.unknown() },
});
