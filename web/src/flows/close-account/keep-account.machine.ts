import type { CallResult } from '@foyer/contract/call';
import type { getClosure, keepAccount } from '@foyer/contract/flows/close-account';
import type { logOut } from '@foyer/contract/flows/session';
import { type Failure, failureOf, unexpected } from '../../platform/i18n/failure.ts';
import type { Machine } from '../../platform/machine/machine.ts';

export type KeepState =
  | { at: 'loading' }
  | { at: 'notLoaded'; failure: Failure }
  | { at: 'asking'; closesAt: string; failure?: Failure }
  | { at: 'keeping' | 'leaving'; closesAt: string }
  /** Without a URL the person has to sign in. */
  | { at: 'left'; url: string | undefined };

export type KeepEvent =
  | { is: 'loaded'; reply: CallResult<typeof getClosure> }
  | { is: 'retry' | 'keep' | 'leave' }
  | { is: 'answered'; reply: CallResult<typeof keepAccount> | CallResult<typeof logOut> };

interface Service {
  load(signal: AbortSignal): Promise<CallResult<typeof getClosure>>;
  keep(): Promise<CallResult<typeof keepAccount>>;
  leave(): Promise<CallResult<typeof logOut>>;
}

export function keepOrLeave({ load, keep, leave }: Service): Machine<KeepState, KeepEvent> {
  return {
    start: { at: 'loading' },

    next(state, event) {
      switch (event.is) {
        case 'loaded':
          if (event.reply.is === 'done') return { at: 'asking', closesAt: event.reply.data.closesAt };
          if (event.reply.is === 'notSignedIn') return { at: 'left', url: undefined };
          return { at: 'notLoaded', failure: failureOf(event.reply) };
        case 'retry':
          return state.at === 'notLoaded' ? { at: 'loading' } : state;
        case 'keep':
          return state.at === 'asking' ? { at: 'keeping', closesAt: state.closesAt } : state;
        case 'leave':
          return state.at === 'asking' ? { at: 'leaving', closesAt: state.closesAt } : state;
        case 'answered':
          if (state.at !== 'keeping' && state.at !== 'leaving') return state;
          if (event.reply.is === 'done') return { at: 'left', url: event.reply.data?.url };
          if (event.reply.is === 'notSignedIn') return { at: 'left', url: undefined };
          return { at: 'asking', closesAt: state.closesAt, failure: failureOf(event.reply) };
      }
    },

    running(state) {
      if (state.at === 'loading')
        return [
          {
            key: 'load',
            work: async (signal) => ({ is: 'loaded', reply: await load(signal) }),
            failed: { is: 'loaded', reply: unexpected },
          },
        ];
      if (state.at === 'keeping')
        return [
          {
            key: 'keep',
            work: async () => ({ is: 'answered', reply: await keep() }),
            failed: { is: 'answered', reply: unexpected },
          },
        ];
      if (state.at === 'leaving')
        return [
          {
            key: 'leave',
            work: async () => ({ is: 'answered', reply: await leave() }),
            failed: { is: 'answered', reply: unexpected },
          },
        ];
      return [];
    },
  };
}
