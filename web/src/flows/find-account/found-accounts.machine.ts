import type { DataOf, CallResult } from '@foyer/contract/call';
import type { findAccounts } from '@foyer/contract/flows/find-account';
import type { Machine } from '../../platform/machine/machine.ts';
import { type Failure, failureOf } from '../../platform/i18n/failure.ts';

type Accounts = DataOf<typeof findAccounts>['accounts'];

export type FoundState =
  | { at: 'asking' }
  | { at: 'shown'; accounts: Accounts }
  | { at: 'failed'; trouble: Failure }
  /** The proof is too old: another code is needed. */
  | { at: 'proofGone'; trouble: Failure };

export type FoundEvent = { is: 'answered'; reply: CallResult<typeof findAccounts> } | { is: 'retry' };

export const foundAccounts = (
  ask: (signal: AbortSignal) => Promise<CallResult<typeof findAccounts>>,
): Machine<FoundState, FoundEvent> => ({
  start: { at: 'asking' },
  next(state, event) {
    if (event.is === 'retry') return state.at === 'failed' ? { at: 'asking' } : state;
    const { reply } = event;
    if (reply.is === 'done') return { at: 'shown', ...reply.data };
    const gone = reply.is === 'unknownService' || reply.is === 'expiredCode';
    return { at: gone ? 'proofGone' : 'failed', trouble: failureOf(reply) };
  },
  running: (state) =>
    state.at === 'asking'
      ? [{ key: 'ask', work: async (signal) => ({ is: 'answered', reply: await ask(signal) }) }]
      : [],
});
