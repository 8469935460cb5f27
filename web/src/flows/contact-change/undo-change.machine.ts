import type { CallResult, DataOf } from '@foyer/contract/call';
import type { ContactKind, getContactUndo, undoContactChange } from '@foyer/contract/flows/contact-change';
import { type Failure, failureOf, unexpected } from '../../platform/i18n/failure.ts';
import type { Machine } from '../../platform/machine/machine.ts';

type Offer = DataOf<typeof getContactUndo>;

export type UndoState =
  | { at: 'loading' }
  | { at: 'notLoaded'; failure: Failure }
  | { at: 'asking'; offer: Offer; failure?: Failure }
  | { at: 'undoing'; offer: Offer }
  /** Another account has the contact now, which is masked: the person enters a code that is sent there. */
  | { at: 'proving'; offer: Offer; kind: ContactKind; contact: string }
  /** `undoneAt`: where it was undone before this page was opened. `stopped`: it had not taken place yet. */
  | { at: 'undone'; undoneAt?: string; stopped?: boolean }
  | { at: 'expired' }
  | { at: 'noHandle' };

export type UndoEvent =
  | { is: 'loaded'; reply: CallResult<typeof getContactUndo> | { is: 'noHandle' } }
  | { is: 'retry' | 'undo' }
  | { is: 'answered'; reply: CallResult<typeof undoContactChange> };

interface Service {
  /** Undefined where the page has no handle. */
  load(signal: AbortSignal): Promise<CallResult<typeof getContactUndo>> | undefined;
  undo(): Promise<CallResult<typeof undoContactChange>>;
}

/** Nothing is undone before the person presses: mail programs open links by themselves. */
export function undoChange({ load, undo }: Service): Machine<UndoState, UndoEvent> {
  return {
    start: { at: 'loading' },

    next(state, event) {
      switch (event.is) {
        case 'loaded':
          if (event.reply.is === 'noHandle') return { at: 'noHandle' };
          if (event.reply.is === 'undoExpired') return { at: 'expired' };
          if (event.reply.is === 'done') return offered(event.reply.data);
          return { at: 'notLoaded', failure: failureOf(event.reply) };
        case 'retry':
          return state.at === 'notLoaded' ? { at: 'loading' } : state;
        case 'undo':
          return state.at === 'asking' ? { at: 'undoing', offer: state.offer } : state;
        case 'answered':
          if (state.at !== 'undoing' && state.at !== 'proving') return state;
          if (event.reply.is === 'done') return undone(state.offer);
          // It may have been undone by an earlier press, whose answer was lost.
          if (event.reply.is === 'undoExpired') return { at: 'loading' };
          if (event.reply.is === 'needsContactCode') return { at: 'proving', offer: state.offer, ...event.reply.data };
          return { at: 'asking', offer: state.offer, failure: failureOf(event.reply) };
      }
    },

    running(state) {
      if (state.at === 'loading')
        return [
          {
            key: 'load',
            work: async (signal) => ({ is: 'loaded', reply: (await load(signal)) ?? { is: 'noHandle' } }),
            failed: { is: 'loaded', reply: unexpected },
          },
        ];
      if (state.at === 'undoing')
        return [
          {
            key: 'undo',
            work: async () => ({ is: 'answered', reply: await undo() }),
            failed: { is: 'answered', reply: unexpected },
          },
        ];
      return [];
    },
  };
}

const offered = (offer: Offer): UndoState =>
  offer.undoneAt === undefined ? { at: 'asking', offer } : { ...undone(offer), undoneAt: offer.undoneAt };

const undone = ({ takesPlaceAt }: Offer) => ({ at: 'undone' as const, ...(takesPlaceAt && { stopped: true }) });
