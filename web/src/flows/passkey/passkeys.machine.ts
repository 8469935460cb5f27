import type { CallResult, DataOf } from '@foyer/contract/call';
import type { Passkey, getPasskeys } from '@foyer/contract/flows/passkey';
import type { Machine } from '../../platform/machine/machine.ts';
import { type Failure, unexpected } from '../../platform/i18n/failure.ts';

export type KnownPasskeys = DataOf<typeof getPasskeys>;

export type Action =
  | { type: 'add' }
  | { type: 'rename'; passkey: Passkey; name: string }
  | { type: 'remove'; passkey: Passkey };

/** What is said after an action. */
export type Message = 'added' | 'renamed' | 'removed' | 'exists' | 'notCreated' | { failure: Failure };

/** `cancelled`: the person did not prove who they are, and nothing was changed. */
export type ActionResult = { is: 'done' | 'cancelled' | 'exists' | 'notCreated' } | { is: 'failed'; failure: Failure };

export type PasskeysState =
  | { at: 'loading' }
  | { at: 'failed' }
  | { at: 'shown'; known: KnownPasskeys; message?: Message }
  /** The person gives a name, or is asked before the passkey is removed. */
  | { at: 'asking'; known: KnownPasskeys; type: 'rename' | 'remove'; passkey: Passkey; failure?: Failure }
  | { at: 'acting'; known: KnownPasskeys; action: Action }
  /** After a change; what was known stays visible. */
  | { at: 'reloading'; known: KnownPasskeys; message: Message };

export type PasskeysEvent =
  | { is: 'loaded'; reply: CallResult<typeof getPasskeys> }
  | { is: 'retry' | 'cancel' }
  | { is: 'ask'; type: 'rename' | 'remove'; passkey: Passkey }
  | { is: 'act'; action: Action }
  | { is: 'acted'; result: ActionResult };

interface Service {
  load(signal: AbortSignal): Promise<CallResult<typeof getPasskeys>>;
  perform(action: Action): Promise<ActionResult>;
}

const done = { add: 'added', rename: 'renamed', remove: 'removed' } as const;

export function passkeys({ load, perform }: Service): Machine<PasskeysState, PasskeysEvent> {
  return {
    start: { at: 'loading' },

    next(state, event) {
      switch (event.is) {
        case 'loaded':
          if (event.reply.is === 'done')
            return {
              at: 'shown',
              known: event.reply.data,
              ...(state.at === 'reloading' && { message: state.message }),
            };
          return state.at === 'reloading' ? { ...state, at: 'shown' } : { at: 'failed' };
        case 'retry':
          return state.at === 'failed' ? { at: 'loading' } : state;
        case 'ask':
          return state.at === 'shown' ? { ...event, at: 'asking', known: state.known } : state;
        case 'cancel':
          return state.at === 'asking' ? { at: 'shown', known: state.known } : state;
        case 'act':
          return state.at === 'shown' || state.at === 'asking'
            ? { at: 'acting', known: state.known, action: event.action }
            : state;
        case 'acted':
          return state.at === 'acting' ? acted(state, event.result) : state;
      }
    },

    running(state) {
      if (state.at === 'loading' || state.at === 'reloading')
        return [
          {
            key: 'load',
            work: async (signal) => ({ is: 'loaded', reply: await load(signal) }),
            failed: { is: 'loaded', reply: unexpected },
          },
        ];
      if (state.at !== 'acting') return [];
      return [
        {
          key: 'perform',
          work: async () => ({ is: 'acted', result: await perform(state.action) }),
          failed: { is: 'acted', result: { is: 'failed', failure: 'unexpected' } },
        },
      ];
    },
  };
}

function acted({ known, action }: PasskeysState & { at: 'acting' }, result: ActionResult): PasskeysState {
  // The dialog stays open with the typed name.
  if (action.type === 'rename' && result.is !== 'done')
    return {
      at: 'asking',
      known,
      type: 'rename',
      passkey: action.passkey,
      ...(result.is === 'failed' && { failure: result.failure }),
    };
  switch (result.is) {
    case 'done':
      return { at: 'reloading', known, message: done[action.type] };
    case 'cancelled':
      return { at: 'shown', known };
    case 'exists':
    case 'notCreated':
      return { at: 'shown', known, message: result.is };
    case 'failed':
      return { at: 'shown', known, message: { failure: result.failure } };
  }
}
