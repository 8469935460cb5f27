import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { encrypter, handle, hashedPassword } from './sign-in.ts';

export const setPassword = defineCall({
  method: 'PUT',
  path: '/v1/sender/setupPwd',
  purpose: 'Set the first password after a sign-in by code',
  access: 'session',
  request: v.object({
    serviceId: handle,
    newPassword: hashedPassword,
    encrypter: v.optional(encrypter, 'SHA256'),
  }),
  response: v.null(),
  refusals: {
    notSignedIn: v.unknown(),
    unknownServiceId: v.unknown(),
    passwordAlreadySet: v.unknown(),
    commonPassword: v.unknown(),
  },
});
