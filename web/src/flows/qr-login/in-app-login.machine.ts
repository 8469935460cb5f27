import type { CallResult } from '@foyer/contract/call';
import { qr } from '@foyer/contract/limits';
import type { requestAppPage } from '@foyer/contract/flows/qr-login';
import type { Machine } from '../../platform/machine/machine.ts';
import { failureOf, unexpected } from '../../platform/i18n/failure.ts';
import { untilVisible } from '../../platform/machine/until-visible.ts';
import type { Outcome } from '../outcome.ts';
import type { PollResult, QrFailure } from './qr-login.machine.ts';

export type InAppLoginState =
  | { at: 'ready'; failure?: QrFailure | 'tooLate' }
  | { at: 'requesting' }
  | { at: 'redirecting'; url: string }
  /** The browser has returned from the app's own page. `failedPolls` counts polls without a response, in a row. */
  | { at: 'returned'; preLoginId: string; nextAt: number; failedPolls: number }
  | { at: 'finished'; outcome: Outcome };

export type InAppLoginEvent =
  | { is: 'press' }
  | { is: 'return'; preLoginId: string }
  | { is: 'requested'; reply: CallResult<typeof requestAppPage> }
  | { is: 'polled'; result: PollResult };

export interface InAppLoginService {
  request(signal: AbortSignal): Promise<CallResult<typeof requestAppPage>>;
  poll(preLoginId: string, signal: AbortSignal): Promise<PollResult>;
}

/** Inside an app: a button opens the app's own sign-in page, and after the return the page polls for the result. */
export const inAppLogin = ({ request, poll }: InAppLoginService): Machine<InAppLoginState, InAppLoginEvent> => ({
  start: { at: 'ready' },

  next(state, event) {
    switch (event.is) {
      case 'press':
        return state.at === 'ready' ? { at: 'requesting' } : state;
      case 'return':
        return { at: 'returned', preLoginId: event.preLoginId, nextAt: Date.now(), failedPolls: 0 };
      case 'requested':
        return event.reply.is === 'done'
          ? { at: 'redirecting', url: event.reply.data.url }
          : { at: 'ready', failure: failureOf(event.reply) };
      case 'polled':
        return state.at === 'returned' ? polled(state, event.result) : state;
    }
  },

  running(state) {
    if (state.at === 'requesting') {
      // Rejects if a chunk that it needs does not load.
      const reply = (signal: AbortSignal) => request(signal).catch(() => ({ is: 'noResponse' }) as const);
      return [
        {
          key: 'request',
          work: async (signal) => ({ is: 'requested', reply: await reply(signal) }),
          failed: { is: 'requested', reply: unexpected },
        },
      ];
    }
    if (state.at !== 'returned') return [];
    const { preLoginId, nextAt } = state;
    const work = async (signal: AbortSignal): Promise<InAppLoginEvent> => {
      await untilVisible(nextAt, signal);
      return { is: 'polled', result: await poll(preLoginId, signal) };
    };
    return [{ key: `poll ${nextAt}`, work, failed: { is: 'polled', result: { is: 'failed', failure: 'unexpected' } } }];
  },
});

/** No deadline of its own: the service expires the result, after two minutes at the earliest. */
function polled(state: InAppLoginState & { at: 'returned' }, result: PollResult): InAppLoginState {
  const next = { ...state, nextAt: Date.now() + qr.pollInterval };
  switch (result.is) {
    case 'pending':
      return { ...next, failedPolls: 0 };
    case 'noResponse':
      if (state.failedPolls >= qr.failedPollsTolerated) return { at: 'ready', failure: 'noResponse' };
      return { ...next, failedPolls: state.failedPolls + 1 };
    case 'noSuchScan':
      return { at: 'ready', failure: 'tooLate' };
    case 'failed':
      return { at: 'ready', failure: result.failure };
    case 'finished':
      return { at: 'finished', outcome: result.outcome };
  }
}
