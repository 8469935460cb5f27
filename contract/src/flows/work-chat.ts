import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { requestedRedirect } from './sign-in.ts';

/** The return from WeCom carries an access code, like the return from a company's identity provider. */
export const requestWecomScan = defineCall({
  method: 'GET',
  path: '/login/oauth/request/WE_WORK_SCAN_LOGIN',
  purpose: 'Get the URL of the WeCom scan page',
  access: 'anyone',
  trackedAs: { signIn: 'wecom' },
  request: v.object({ redirectUrl: v.optional(requestedRedirect) }),
  response: v.object({ url: v.string() }),
  refusals: {},
});
