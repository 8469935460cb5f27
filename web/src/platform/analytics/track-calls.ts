import type { Call } from '@foyer/contract/call';
import type { Api } from '@foyer/contract/api-client';
import { track } from './track.ts';

type Ended = 'done' | 'refused' | 'noAnswer';

/** A call that says what it is counted as is counted, with how it ended and nothing else of it. */
export const trackCalls =
  (api: Api): Api =>
  async (call, ask, options) => {
    const { counts }: Call = call;
    if (counts && 'signIn' in counts) track({ name: 'sign_in_submit', way: counts.signIn });
    const reply = await api(call, ask, options);
    if (!counts || options?.signal?.aborted) return reply;
    const result: Ended = reply.is === 'done' || reply.is === 'noAnswer' ? reply.is : 'refused';
    if ('signIn' in counts) track({ name: 'sign_in_result', way: counts.signIn, result });
    else if ('codeTo' in counts) track({ name: 'code_send', by: counts.codeTo, result });
    else track({ name: 'sso_step', step: counts.ssoStep, result });
    return reply;
  };
