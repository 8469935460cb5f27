import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { freshProofRefusals } from './account.ts';
import { encrypter, hashedPassword } from './sign-in.ts';

export const changePassword = defineCall({
  method: 'POST',
  path: '/user/accounts/password/change',
  purpose: 'Set or change the password of the account',
  access: 'freshProof',
  request: v.object({
    newPassword: hashedPassword,
    encrypter: v.optional(encrypter, 'SHA256'),
    /** Also ends the trusted browsers. */
    endOtherSessions: v.boolean(),
  }),
  response: v.null(),
  refusals: { ...freshProofRefusals, commonPassword: v.unknown() },
});
