import type { CallResult } from '@foyer/contract/call';
import { oneClick } from '@foyer/contract/limits';
import type { transferLogin } from '@foyer/contract/flows/one-click-login';
import type { Machine } from '../../platform/machine/machine.ts';
import { type Failure, failureOf } from '../../platform/i18n/failure.ts';
import type { Outcome } from '../outcome.ts';

export type OneClickState =
  /** Signs in by itself at `until`. */
  | { at: 'counting'; until: number }
  /** Nobody looks: what is left of the time waits. */
  | { at: 'away'; left: number }
  /** Only the button signs in. */
  | { at: 'waiting'; trouble?: Failure }
  | { at: 'signingIn' }
  /** What was scanned counts no more: only a new scan helps. */
  | { at: 'tooLate' }
  | { at: 'ended'; outcome: Outcome };

export type OneClickEvent =
  | { is: 'hidden' | 'seen' | 'stop' | 'signIn' }
  | { is: 'answered'; reply: CallResult<typeof transferLogin> };

type Transfer = (signal: AbortSignal) => Promise<CallResult<typeof transferLogin>>;

export function oneClickLogin(transfer: Transfer, stopped = false): Machine<OneClickState, OneClickEvent> {
  return {
    // The answer that opens the dialog may come to a page that nobody looks at.
    start: stopped ? { at: 'waiting' } : { at: 'away', left: oneClick.countdown },

    next(state, event) {
      switch (event.is) {
        case 'seen':
          return state.at === 'away' ? { at: 'counting', until: Date.now() + state.left } : state;
        case 'hidden':
          return state.at === 'counting' ? { at: 'away', left: state.until - Date.now() } : state;
        case 'stop':
          return state.at === 'counting' ? { at: 'waiting' } : state;
        case 'signIn':
          return state.at === 'ended' || state.at === 'tooLate' ? state : { at: 'signingIn' };
        case 'answered':
          return answered(event.reply);
      }
    },

    running(state) {
      if (state.at === 'counting') {
        return [{ key: `count ${state.until}`, after: state.until - Date.now(), send: { is: 'signIn' } }];
      }
      if (state.at !== 'signingIn') return [];
      return [{ key: 'transfer', work: async (signal) => ({ is: 'answered', reply: await transfer(signal) }) }];
    },
  };
}

function answered(reply: CallResult<typeof transferLogin>): OneClickState {
  if (reply.is === 'done') return { at: 'ended', outcome: { is: 'signedIn', ...reply.data } };
  if (reply.is === 'needsIdentityCheck') return { at: 'ended', outcome: { is: 'needsIdentityCheck', ...reply.data } };
  if (reply.is === 'authorisationExpired') return { at: 'tooLate' };
  return { at: 'waiting', trouble: failureOf(reply) };
}
