import type { CallResult } from '@foyer/contract/call';
import type { ScanOffer, answerScan, getScanOffer } from '@foyer/contract/flows/scan-confirm';
import type { Machine } from '../../platform/machine/machine.ts';
import { type Failure, failureOf } from '../../platform/i18n/failure.ts';

export type ScanConfirmState =
  | { at: 'loading' }
  | { at: 'notLoaded'; failure: Failure }
  | { at: 'offered'; offer: ScanOffer; failure?: Failure }
  | { at: 'answering'; offer: ScanOffer; confirmed: boolean }
  | { at: 'answered'; confirmed: boolean }
  /** The ticket is unknown, used or expired. */
  | { at: 'expired' };

export type ScanConfirmEvent =
  | { is: 'retry' }
  | { is: 'answer'; confirmed: boolean }
  | { is: 'loaded'; reply: CallResult<typeof getScanOffer> }
  | { is: 'answered'; reply: CallResult<typeof answerScan> };

interface Service {
  load(signal: AbortSignal): Promise<CallResult<typeof getScanOffer>>;
  answer(confirmed: boolean): Promise<CallResult<typeof answerScan>>;
}

/** On the phone: shows the sign-in to the person who scanned, who confirms or declines it once. */
export function scanConfirm({ load, answer }: Service): Machine<ScanConfirmState, ScanConfirmEvent> {
  return {
    start: { at: 'loading' },

    next(state, event) {
      switch (event.is) {
        case 'retry':
          return { at: 'loading' };
        case 'loaded':
          if (event.reply.is === 'done') return { at: 'offered', offer: event.reply.data };
          return event.reply.is === 'authorisationExpired'
            ? { at: 'expired' }
            : { at: 'notLoaded', failure: failureOf(event.reply) };
        case 'answer':
          return state.at === 'offered' ? { at: 'answering', offer: state.offer, confirmed: event.confirmed } : state;
        case 'answered':
          if (state.at !== 'answering') return state;
          if (event.reply.is === 'done') return { at: 'answered', confirmed: state.confirmed };
          return event.reply.is === 'authorisationExpired'
            ? { at: 'expired' }
            : { at: 'offered', offer: state.offer, failure: failureOf(event.reply) };
      }
    },

    running(state) {
      if (state.at === 'loading') {
        return [{ key: 'load', work: async (signal) => ({ is: 'loaded', reply: await load(signal) }) }];
      }
      if (state.at !== 'answering') return [];
      const { confirmed } = state;
      return [{ key: 'answer', work: async () => ({ is: 'answered', reply: await answer(confirmed) }) }];
    },
  };
}
