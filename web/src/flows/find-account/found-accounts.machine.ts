import type { DataOf, Reply } from '@foyer/contract/call';
import type { findAccounts } from '@foyer/contract/flows/find-account';
import type { Machine } from '../../platform/machine/machine.ts';
import { type Trouble, troubleOf } from '../../platform/i18n/failure.ts';

type Accounts = DataOf<typeof findAccounts>['accounts'];

export type FoundState =
  | { at: 'asking' }
  | { at: 'shown'; accounts: Accounts }
  | { at: 'failed'; trouble: Trouble }
  /** The proof is too old: another code is needed. */
  | { at: 'proofGone'; trouble: Trouble };

export type FoundEvent = { is: 'answered'; reply: Reply<typeof findAccounts> } | { is: 'retry' };

export const foundAccounts = (
  ask: (signal: AbortSignal) => Promise<Reply<typeof findAccounts>>,
): Machine<FoundState, FoundEvent> => ({
  start: { at: 'asking' },
  next(state, event) {
    if (event.is === 'retry') return state.at === 'failed' ? { at: 'asking' } : state;
    const { reply } = event;
    if (reply.is === 'done') return { at: 'shown', ...reply.data };
    const gone = reply.is === 'unknownService' || reply.is === 'expiredCode';
    return { at: gone ? 'proofGone' : 'failed', trouble: troubleOf(reply) };
  },
  running: (state) =>
    state.at === 'asking'
      ? [{ key: 'ask', work: async (signal) => ({ is: 'answered', reply: await ask(signal) }) }]
      : [],
});
