import type { CallResult } from '@foyer/contract/call';
import type { ScanOffer, answerScan, getScanOffer } from '@foyer/contract/flows/scan-confirm';
import type { Machine } from '../../platform/machine/machine.ts';
import { type Failure, failureOf } from '../../platform/i18n/failure.ts';

export type ScanConfirmState =
  | { at: 'reading' }
  | { at: 'unread'; trouble: Failure }
  | { at: 'offered'; offer: ScanOffer; trouble?: Failure }
  | { at: 'answering'; offer: ScanOffer; confirmed: boolean }
  | { at: 'answered'; confirmed: boolean }
  /** Unknown, used or too late. */
  | { at: 'gone' };

export type ScanConfirmEvent =
  | { is: 'retry' }
  | { is: 'answer'; confirmed: boolean }
  | { is: 'read'; reply: CallResult<typeof getScanOffer> }
  | { is: 'told'; reply: CallResult<typeof answerScan> };

interface Service {
  read(signal: AbortSignal): Promise<CallResult<typeof getScanOffer>>;
  answer(confirmed: boolean): Promise<CallResult<typeof answerScan>>;
}

/** What the phone shows to whoever scanned, and what they say to it: once. */
export function scanConfirm({ read, answer }: Service): Machine<ScanConfirmState, ScanConfirmEvent> {
  return {
    start: { at: 'reading' },

    next(state, event) {
      switch (event.is) {
        case 'retry':
          return { at: 'reading' };
        case 'read':
          if (event.reply.is === 'done') return { at: 'offered', offer: event.reply.data };
          return event.reply.is === 'authorisationExpired'
            ? { at: 'gone' }
            : { at: 'unread', trouble: failureOf(event.reply) };
        case 'answer':
          return state.at === 'offered' ? { at: 'answering', offer: state.offer, confirmed: event.confirmed } : state;
        case 'told':
          if (state.at !== 'answering') return state;
          if (event.reply.is === 'done') return { at: 'answered', confirmed: state.confirmed };
          return event.reply.is === 'authorisationExpired'
            ? { at: 'gone' }
            : { at: 'offered', offer: state.offer, trouble: failureOf(event.reply) };
      }
    },

    running(state) {
      if (state.at === 'reading') {
        return [{ key: 'read', work: async (signal) => ({ is: 'read', reply: await read(signal) }) }];
      }
      if (state.at !== 'answering') return [];
      const { confirmed } = state;
      return [{ key: 'answer', work: async () => ({ is: 'told', reply: await answer(confirmed) }) }];
    },
  };
}
