import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { encrypter, handle, hashedPassword } from './sign-in.ts';

export const resetPassword = defineCall({
  method: 'PUT',
  path: '/v1/accounts/password',
  purpose: 'Set a new password, proven by a RETRIEVE code; ends every session of the account',
  access: 'anyone',
  request: v.object({ serviceId: handle, newPassword: hashedPassword, encrypter: v.optional(encrypter, 'SHA256') }),
  response: v.null(),
  refusals: { unknownServiceId: v.unknown(), expiredCode: v.unknown(), commonPassword: v.unknown() },
});
