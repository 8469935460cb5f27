import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { handle } from './sign-in.ts';

export const forgetAccount = defineCall({
  method: 'POST',
  path: '/user/accounts/remembered/:id/forget',
  purpose: 'Forget an account that this browser has signed in to',
  access: 'anyone',
  request: v.object({ id: handle }),
  response: v.null(),
  refusals: {},
});
