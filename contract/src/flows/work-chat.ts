import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { requestedRedirect } from './sign-in.ts';

/** Someone unknown comes back from it with an access code, as from a company's own sign-in. */
export const requestWecomScan = defineCall({
  method: 'GET',
  path: '/login/oauth/request/WE_WORK_SCAN_LOGIN',
  purpose: 'Where to scan with WeCom',
  counts: { signIn: 'wecom' },
  request: v.object({ redirectUrl: v.optional(requestedRedirect) }),
  response: v.object({ url: v.string() }),
  refusals: {},
});
