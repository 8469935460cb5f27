import type { DataOf, CallResult } from '@foyer/contract/call';
import type { findAccounts } from '@foyer/contract/flows/find-account';
import type { Machine } from '../../platform/machine/machine.ts';
import { type Failure, failureOf, unexpected } from '../../platform/i18n/failure.ts';

type Accounts = DataOf<typeof findAccounts>['accounts'];

export type FoundState =
  | { at: 'loading' }
  | { at: 'shown'; accounts: Accounts }
  | { at: 'failed'; failure: Failure }
  /** Another code is needed. */
  | { at: 'proofExpired'; failure: Failure };

export type FoundEvent = { is: 'loaded'; reply: CallResult<typeof findAccounts> } | { is: 'retry' };

export const foundAccounts = (
  load: (signal: AbortSignal) => Promise<CallResult<typeof findAccounts>>,
): Machine<FoundState, FoundEvent> => ({
  start: { at: 'loading' },
  next(state, event) {
    if (event.is === 'retry') return state.at === 'failed' ? { at: 'loading' } : state;
    const { reply } = event;
    if (reply.is === 'done') return { at: 'shown', ...reply.data };
    const expired = reply.is === 'unknownServiceId' || reply.is === 'expiredCode';
    return { at: expired ? 'proofExpired' : 'failed', failure: failureOf(reply) };
  },
  running: (state) =>
    state.at === 'loading'
      ? [
          {
            key: 'load',
            work: async (signal) => ({ is: 'loaded', reply: await load(signal) }),
            failed: { is: 'loaded', reply: unexpected },
          },
        ]
      : [],
});
