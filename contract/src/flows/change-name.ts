import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { personName } from '../rules/account-shapes.ts';
import { freshProofRefusals } from './account.ts';

export const changeName = defineCall({
  method: 'POST',
  path: '/user/accounts/name',
  purpose: 'Give the account a name, or change it',
  access: 'freshProof',
  request: v.object({ name: personName }),
  response: v.null(),
  /** `nameOnRecord`: the name is verified, or belongs to an ID number on record. */
  refusals: { ...freshProofRefusals, nameOnRecord: v.unknown() },
});
