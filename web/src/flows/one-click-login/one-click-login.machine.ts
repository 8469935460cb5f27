import type { CallResult } from '@foyer/contract/call';
import { oneClick } from '@foyer/contract/limits';
import type { transferLogin } from '@foyer/contract/flows/one-click-login';
import type { Machine } from '../../platform/machine/machine.ts';
import { type Failure, failureOf, unexpected } from '../../platform/i18n/failure.ts';
import type { Outcome } from '../outcome.ts';

export type OneClickState =
  /** Signs in by itself at `until`. */
  | { at: 'counting'; until: number }
  /** The page is hidden: the countdown pauses with `left` milliseconds. */
  | { at: 'paused'; left: number }
  /** Only the button signs in. */
  | { at: 'waiting'; failure?: Failure }
  | { at: 'signingIn' }
  /** The scan has expired: only a new scan helps. */
  | { at: 'tooLate' }
  | { at: 'finished'; outcome: Outcome };

export type OneClickEvent =
  | { is: 'hidden' | 'visible' | 'stop' | 'signIn' }
  | { is: 'transferred'; reply: CallResult<typeof transferLogin> };

type Transfer = (signal: AbortSignal) => Promise<CallResult<typeof transferLogin>>;

export function oneClickLogin(transfer: Transfer, stopped = false): Machine<OneClickState, OneClickEvent> {
  return {
    // The dialog may open while the page is hidden.
    start: stopped ? { at: 'waiting' } : { at: 'paused', left: oneClick.countdown },

    next(state, event) {
      switch (event.is) {
        case 'visible':
          return state.at === 'paused' ? { at: 'counting', until: Date.now() + state.left } : state;
        case 'hidden':
          return state.at === 'counting' ? { at: 'paused', left: state.until - Date.now() } : state;
        case 'stop':
          return state.at === 'counting' ? { at: 'waiting' } : state;
        case 'signIn':
          return state.at === 'finished' || state.at === 'tooLate' ? state : { at: 'signingIn' };
        case 'transferred':
          return transferred(event.reply);
      }
    },

    running(state) {
      if (state.at === 'counting') {
        return [{ key: `count ${state.until}`, after: state.until - Date.now(), send: { is: 'signIn' } }];
      }
      if (state.at !== 'signingIn') return [];
      return [
        {
          key: 'transfer',
          work: async (signal) => ({ is: 'transferred', reply: await transfer(signal) }),
          failed: { is: 'transferred', reply: unexpected },
        },
      ];
    },
  };
}

function transferred(reply: CallResult<typeof transferLogin>): OneClickState {
  if (reply.is === 'done') return { at: 'finished', outcome: { is: 'signedIn', ...reply.data } };
  if (reply.is === 'needsIdentityCheck')
    return { at: 'finished', outcome: { is: 'needsIdentityCheck', ...reply.data } };
  if (reply.is === 'authorisationExpired') return { at: 'tooLate' };
  return { at: 'waiting', failure: failureOf(reply) };
}
