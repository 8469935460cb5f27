import type { DataOf, CallResult } from '@foyer/contract/call';
import type { getCurrentAccount } from '@foyer/contract/flows/session';
import type { Machine } from '../../platform/machine/machine.ts';

export type Account = DataOf<typeof getCurrentAccount>;

/** What a person can do on the page. Each action is one call. */
export type Action =
  | { type: 'signOut' | 'signOutEverywhere' }
  | { type: 'endSession' | 'unlink' | 'endAccess'; id: string };

export type SessionState =
  | { at: 'loading' }
  | { at: 'shown'; account: Account; message?: 'ended' | 'unlinked' | 'accessEnded' | 'failed' }
  /** The person is asked before an action that cannot be undone. */
  | { at: 'asking'; account: Account; action: Action }
  | { at: 'acting'; account: Account; action: Action }
  | { at: 'failed' }
  | { at: 'signedOut' };

export type SessionEvent =
  | { is: 'loaded'; reply: CallResult<typeof getCurrentAccount> }
  | { is: 'act'; action: Action }
  | { is: 'confirm' }
  | { is: 'cancel' }
  | { is: 'acted'; result: ActionResult }
  | { is: 'retry' };

/** `notSignedIn`: the session was ended elsewhere. */
export type ActionResult = 'done' | 'notSignedIn' | 'failed';

interface Service {
  load(signal: AbortSignal): Promise<CallResult<typeof getCurrentAccount>>;
  perform(action: Action): Promise<ActionResult>;
}

export function session({ load, perform }: Service): Machine<SessionState, SessionEvent> {
  return {
    start: { at: 'loading' },

    next(state, event) {
      switch (event.is) {
        case 'loaded':
          if (event.reply.is === 'done') return { at: 'shown', account: event.reply.data };
          return event.reply.is === 'notSignedIn' ? { at: 'signedOut' } : { at: 'failed' };
        case 'act':
          if (state.at !== 'shown') return state;
          return { at: asksFirst(event.action) ? 'asking' : 'acting', account: state.account, action: event.action };
        case 'confirm':
          return state.at === 'asking' ? { ...state, at: 'acting' } : state;
        case 'cancel':
          return state.at === 'asking' ? { at: 'shown', account: state.account } : state;
        case 'acted':
          return state.at === 'acting' ? acted(state, event.result) : state;
        case 'retry':
          return state.at === 'failed' ? { at: 'loading' } : state;
      }
    },

    running(state) {
      if (state.at === 'loading') {
        return [{ key: 'load', work: async (signal) => ({ is: 'loaded', reply: await load(signal) }) }];
      }
      if (state.at !== 'acting') return [];
      return [{ key: 'perform', work: async () => ({ is: 'acted', result: await perform(state.action) }) }];
    },
  };
}

export const asksFirst = ({ type }: Action) => type === 'unlink' || type === 'signOutEverywhere';

function acted({ account, action }: SessionState & { at: 'acting' }, result: ActionResult): SessionState {
  if (result === 'notSignedIn') return { at: 'signedOut' };
  if (result === 'failed') return { at: 'shown', account, message: 'failed' };
  switch (action.type) {
    case 'signOut':
    case 'signOutEverywhere':
      return { at: 'signedOut' };
    case 'endSession':
      return {
        at: 'shown',
        message: 'ended',
        account: { ...account, sessions: account.sessions.filter(({ id }) => id !== action.id) },
      };
    case 'unlink':
      return {
        at: 'shown',
        message: 'unlinked',
        account: { ...account, identities: account.identities.filter(({ id }) => id !== action.id) },
      };
    case 'endAccess':
      return {
        at: 'shown',
        message: 'accessEnded',
        account: { ...account, applications: account.applications.filter(({ id }) => id !== action.id) },
      };
  }
}
