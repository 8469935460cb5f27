import type { CallResult } from '@foyer/contract/call';
import { unlinkUndo } from '@foyer/contract/limits';
import type { getCurrentAccount } from '@foyer/contract/flows/session';
import type { Account } from '../../parts/account/current-account.ts';
import { unexpected } from '../../platform/i18n/failure.ts';
import type { Machine } from '../../platform/machine/machine.ts';

/** What a person can do on the page. Each action is one call. */
export type Action =
  | { type: 'signOut' | 'signOutOthers' | 'signOutEverywhere' | 'undoUnlink' }
  | { type: 'endSession' | 'unlink' | 'endAccess'; id: string };

export type SessionState =
  | { at: 'loading' }
  | {
      at: 'shown';
      account: Account;
      message?: Message | undefined;
      problem?: ActionProblem | undefined;
      unlinked?: Unlinked | undefined;
      reloading?: number;
    }
  /** The person is asked before an action that cannot be undone. */
  | { at: 'asking'; account: Account; action: Action; unlinked?: Unlinked | undefined }
  | { at: 'acting'; account: Account; action: Action; unlinked?: Unlinked | undefined }
  | { at: 'failed' }
  | { at: 'signedOut' }
  /** The session was ended elsewhere. */
  | { at: 'ended' };

type Message = 'ended' | 'othersEnded' | 'unlinked' | 'linkedAgain' | 'accessEnded' | 'failed';

/** What was unlinked last, and until when the person can undo that. */
interface Unlinked {
  provider: string;
  until: number;
}

/** Shown beside what the action concerns, until the next one. */
export interface ActionProblem {
  type: Action['type'];
  is: 'lastWay' | 'notUndone' | 'failed';
}

export type SessionEvent =
  | { is: 'loaded'; reply: CallResult<typeof getCurrentAccount> }
  | { is: 'act'; action: Action }
  | { is: 'confirm' }
  | { is: 'cancel' }
  | { is: 'acted'; result: ActionResult }
  | { is: 'reload' }
  | { is: 'forgetUnlinked' }
  | { is: 'retry' };

/**
 * `notSignedIn`: the session was ended elsewhere. `cancelled`: the person did not prove again who they are. `lastWay`: it
 * is the last way to sign in.
 */
export type ActionResult = 'done' | 'notSignedIn' | 'cancelled' | 'lastWay' | 'notUndone' | 'failed';

interface Service {
  /** The account that the page was rendered with. */
  known?: Account | undefined;
  load(signal: AbortSignal): Promise<CallResult<typeof getCurrentAccount>>;
  perform(action: Action): Promise<ActionResult>;
}

export function session({ known, load, perform }: Service): Machine<SessionState, SessionEvent> {
  return {
    start: known ? { at: 'shown', account: known } : { at: 'loading' },

    next(state, event) {
      switch (event.is) {
        case 'loaded':
          if (event.reply.is === 'done')
            return {
              at: 'shown',
              account: event.reply.data,
              unlinked: state.at === 'shown' ? stillUnlinked(state.unlinked, event.reply.data) : undefined,
            };
          if (event.reply.is === 'notSignedIn') return { at: 'ended' };
          return state.at === 'shown'
            ? { at: 'shown', account: state.account, message: 'failed', unlinked: state.unlinked }
            : { at: 'failed' };
        case 'act':
          if (state.at !== 'shown') return state;
          return {
            at: asksFirst(event.action) ? 'asking' : 'acting',
            account: state.account,
            action: event.action,
            unlinked: state.unlinked,
          };
        case 'confirm':
          return state.at === 'asking' ? { ...state, at: 'acting' } : state;
        case 'cancel':
          return state.at === 'asking' ? { at: 'shown', account: state.account, unlinked: state.unlinked } : state;
        case 'acted':
          return state.at === 'acting' ? acted(state, event.result) : state;
        case 'reload':
          return state.at === 'shown'
            ? { ...state, message: undefined, problem: undefined, reloading: (state.reloading ?? 0) + 1 }
            : state;
        case 'forgetUnlinked':
          return state.at === 'shown' ? { ...state, message: undefined, unlinked: undefined } : state;
        case 'retry':
          return state.at === 'failed' ? { at: 'loading' } : state;
      }
    },

    running(state) {
      if (state.at === 'loading' || (state.at === 'shown' && state.reloading)) {
        // A key of its own: what is on its way was read before the latest change.
        const key = state.at === 'loading' ? 'load' : `reload ${state.reloading}`;
        return [
          {
            key,
            work: async (signal) => ({ is: 'loaded', reply: await load(signal) }),
            failed: { is: 'loaded', reply: unexpected },
          },
        ];
      }
      if (state.at === 'shown' && state.unlinked) {
        const { until } = state.unlinked;
        return [{ key: `unlinked ${until}`, after: until - Date.now(), send: { is: 'forgetUnlinked' } }];
      }
      if (state.at !== 'acting') return [];
      return [
        {
          key: 'perform',
          work: async () => ({ is: 'acted', result: await perform(state.action) }),
          failed: { is: 'acted', result: 'failed' },
        },
      ];
    },
  };
}

export const asksFirst = ({ type }: Action) =>
  type === 'unlink' || type === 'signOutOthers' || type === 'signOutEverywhere';

/** What is linked again has its row among the identities. */
const stillUnlinked = (unlinked: Unlinked | undefined, { identities }: Account) =>
  identities.some(({ provider }) => provider === unlinked?.provider) ? undefined : unlinked;

function acted({ account, action, unlinked }: SessionState & { at: 'acting' }, result: ActionResult): SessionState {
  if (result === 'notSignedIn')
    return { at: ['signOut', 'signOutEverywhere'].includes(action.type) ? 'signedOut' : 'ended' };
  if (result === 'cancelled') return { at: 'shown', account, unlinked };
  if (result !== 'done')
    // The button to sign out is on no panel.
    return action.type === 'signOut'
      ? { at: 'shown', account, message: 'failed', unlinked }
      : {
          at: 'shown',
          account,
          problem: { type: action.type, is: result },
          unlinked: result === 'notUndone' ? undefined : unlinked,
        };
  switch (action.type) {
    case 'signOut':
    case 'signOutEverywhere':
      return { at: 'signedOut' };
    case 'endSession':
      return {
        at: 'shown',
        message: 'ended',
        unlinked,
        account: { ...account, sessions: account.sessions.filter(({ id }) => id !== action.id) },
      };
    case 'signOutOthers':
      return {
        at: 'shown',
        message: 'othersEnded',
        unlinked,
        account: { ...account, sessions: account.sessions.filter(({ current }) => current) },
      };
    case 'unlink':
      return {
        at: 'shown',
        message: 'unlinked',
        unlinked: {
          provider: account.identities.find(({ id }) => id === action.id)?.provider ?? '',
          until: Date.now() + unlinkUndo.lifetime,
        },
        account: { ...account, identities: account.identities.filter(({ id }) => id !== action.id) },
      };
    case 'undoUnlink':
      // The row stays until the account that has it again is read.
      return { at: 'shown', message: 'linkedAgain', account, unlinked, reloading: 1 };
    case 'endAccess':
      return {
        at: 'shown',
        message: 'accessEnded',
        unlinked,
        account: { ...account, applications: account.applications.filter(({ id }) => id !== action.id) },
      };
  }
}
