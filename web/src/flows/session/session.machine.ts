import type { DataOf, CallResult } from '@foyer/contract/call';
import type { getCurrentAccount } from '@foyer/contract/flows/session';
import type { Machine } from '../../platform/machine/machine.ts';

export type Me = DataOf<typeof getCurrentAccount>;

/** What a person can do on the page, each by one call. */
export type Act = { does: 'signOut' | 'signOutEverywhere' } | { does: 'endSession' | 'unlink'; id: string };

export type SessionState =
  | { at: 'asking' }
  | { at: 'shown'; me: Me; told?: 'ended' | 'unlinked' | 'failed' }
  | { at: 'acting'; me: Me; act: Act }
  | { at: 'failed' }
  | { at: 'gone' };

export type SessionEvent =
  | { is: 'answered'; reply: CallResult<typeof getCurrentAccount> }
  | { is: 'act'; act: Act }
  | { is: 'acted'; ended: Ended }
  | { is: 'retry' };

/** How what someone did ended; whose session was ended elsewhere has nothing more to do here. */
export type Ended = 'done' | 'notSignedIn' | 'failed';

interface Service {
  ask(signal: AbortSignal): Promise<CallResult<typeof getCurrentAccount>>;
  perform(act: Act): Promise<Ended>;
}

export function session({ ask, perform }: Service): Machine<SessionState, SessionEvent> {
  return {
    start: { at: 'asking' },

    next(state, event) {
      switch (event.is) {
        case 'answered':
          if (event.reply.is === 'done') return { at: 'shown', me: event.reply.data };
          return event.reply.is === 'notSignedIn' ? { at: 'gone' } : { at: 'failed' };
        case 'act':
          return state.at === 'shown' ? { at: 'acting', me: state.me, act: event.act } : state;
        case 'acted':
          return state.at === 'acting' ? acted(state, event.ended) : state;
        case 'retry':
          return state.at === 'failed' ? { at: 'asking' } : state;
      }
    },

    running(state) {
      if (state.at === 'asking') {
        return [{ key: 'ask', work: async (signal) => ({ is: 'answered', reply: await ask(signal) }) }];
      }
      if (state.at !== 'acting') return [];
      return [{ key: 'perform', work: async () => ({ is: 'acted', ended: await perform(state.act) }) }];
    },
  };
}

function acted({ me, act }: SessionState & { at: 'acting' }, ended: Ended): SessionState {
  if (ended === 'notSignedIn') return { at: 'gone' };
  if (ended === 'failed') return { at: 'shown', me, told: 'failed' };
  switch (act.does) {
    case 'signOut':
    case 'signOutEverywhere':
      return { at: 'gone' };
    case 'endSession':
      return { at: 'shown', told: 'ended', me: { ...me, sessions: me.sessions.filter(({ id }) => id !== act.id) } };
    case 'unlink':
      return {
        at: 'shown',
        told: 'unlinked',
        me: { ...me, identities: me.identities.filter(({ id }) => id !== act.id) },
      };
  }
}
