import type { CallResult } from '@foyer/contract/call';
import type { Activity, disownActivity, getActivity } from '@foyer/contract/flows/account';
import { unexpected } from '../../platform/i18n/failure.ts';
import type { Machine } from '../../platform/machine/machine.ts';

type Loaded = CallResult<typeof getActivity>;
/** `cancelled`: the person did not prove again who they are. */
type Disowned = CallResult<typeof disownActivity> | { is: 'cancelled' };

export type ActivityState =
  | { at: 'loading' }
  | { at: 'failed' }
  | Shown
  /** The person said that it was not them. */
  | (Omit<Shown, 'at'> & { at: 'disowning'; event: Activity })
  | (Omit<Shown, 'at'> & { at: 'disowned'; event: Activity; sessionEnded: boolean });

interface Shown {
  at: 'shown';
  events: readonly Activity[];
  /** There are earlier events. */
  more: boolean;
  isLoadingMore?: boolean;
  /** The list is read again for the n-th time. */
  reloading?: number;
  failed?: true;
}

export type ActivityEvent =
  | { is: 'loaded'; reply: Loaded }
  | { is: 'reloaded'; reply: Loaded }
  | { is: 'more' | 'reload' | 'retry' | 'secured' }
  | { is: 'disown'; event: Activity }
  | { is: 'disowned'; reply: Disowned };

interface Service {
  load(before: string | undefined, signal: AbortSignal): Promise<Loaded>;
  disown(id: string): Promise<Disowned>;
}

export function activity({ load, disown }: Service): Machine<ActivityState, ActivityEvent> {
  return {
    start: { at: 'loading' },

    next(state, event) {
      switch (event.is) {
        case 'loaded':
          return loaded(state, event.reply);
        case 'more':
          return state.at === 'shown' && state.more ? { ...list(state), at: 'shown', isLoadingMore: true } : state;
        case 'reload':
          return state.at === 'shown' ? { ...list(state), at: 'shown', reloading: (state.reloading ?? 0) + 1 } : state;
        case 'reloaded':
          if (state.at !== 'shown') return state;
          // What is shown is still true.
          return event.reply.is === 'done'
            ? { at: 'shown', ...list(event.reply.data) }
            : { ...list(state), at: 'shown' };
        case 'retry':
          return state.at === 'failed' ? { at: 'loading' } : state;
        case 'disown':
          return state.at === 'shown' ? { ...list(state), at: 'disowning', event: event.event } : state;
        case 'disowned':
          if (state.at !== 'disowning') return state;
          if (event.reply.is === 'cancelled') return { ...list(state), at: 'shown' };
          if (event.reply.is !== 'done') return { ...list(state), at: 'shown', failed: true };
          return { ...list(state), at: 'disowned', event: state.event, sessionEnded: event.reply.data.sessionEnded };
        case 'secured':
          // What was done in the meantime belongs to the list.
          return state.at === 'disowned' ? { at: 'loading' } : state;
      }
    },

    running(state) {
      if (state.at === 'loading')
        return [
          {
            key: 'load',
            work: async (signal) => ({ is: 'loaded', reply: await load(undefined, signal) }),
            failed: { is: 'loaded', reply: unexpected },
          },
        ];
      if (state.at === 'shown' && state.reloading) {
        const key = `reload ${state.reloading}`;
        return [
          {
            key,
            work: async (signal) => ({ is: 'reloaded', reply: await load(undefined, signal) }),
            failed: { is: 'reloaded', reply: unexpected },
          },
        ];
      }
      if (state.at === 'shown' && state.isLoadingMore) {
        const before = state.events[state.events.length - 1]?.id;
        return [
          {
            key: 'more',
            work: async (signal) => ({ is: 'loaded', reply: await load(before, signal) }),
            failed: { is: 'loaded', reply: unexpected },
          },
        ];
      }
      if (state.at !== 'disowning') return [];
      const { id } = state.event;
      return [
        {
          key: 'disown',
          work: async () => ({ is: 'disowned', reply: await disown(id) }),
          failed: { is: 'disowned', reply: unexpected },
        },
      ];
    },
  };
}

const list = ({ events, more }: Pick<Shown, 'events' | 'more'>) => ({ events, more });

function loaded(state: ActivityState, reply: Loaded): ActivityState {
  const before = state.at === 'shown' ? state.events : [];
  if (reply.is !== 'done')
    return state.at === 'shown' ? { ...list(state), at: 'shown', failed: true } : { at: 'failed' };
  return { at: 'shown', events: [...before, ...reply.data.events], more: reply.data.more };
}
