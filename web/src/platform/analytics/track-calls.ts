import type { Call } from '@foyer/contract/call';
import type { Api } from '@foyer/contract/api-client';
import { track } from './track.ts';

type Result = 'done' | 'refused' | 'noResponse';

/** Tracks the calls that the contract marks, with their result and nothing else. */
export const trackCalls =
  (api: Api): Api =>
  async (call, request, options) => {
    const { trackedAs }: Call = call;
    if (trackedAs && 'signIn' in trackedAs) track({ name: 'sign_in_submit', way: trackedAs.signIn });
    const reply = await api(call, request, options);
    if (!trackedAs || options?.signal?.aborted) return reply;
    const result: Result = reply.is === 'done' || reply.is === 'noResponse' ? reply.is : 'refused';
    if ('signIn' in trackedAs) track({ name: 'sign_in_result', way: trackedAs.signIn, result });
    else if ('codeTo' in trackedAs) track({ name: 'code_send', by: trackedAs.codeTo, result });
    else track({ name: 'sso_step', step: trackedAs.ssoStep, result });
    return reply;
  };
