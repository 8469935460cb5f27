import type { Machine } from '../../platform/machine/machine.ts';
import type { Failure } from '../../platform/i18n/failure.ts';
import type { CreateReply } from './passkey-offer.service.ts';

export type PasskeyOfferState =
  /** `notCreated`: the person closed the browser's question, or the browser could not ask. */
  | { at: 'asking'; failure?: Failure | 'notCreated' }
  | { at: 'creating' }
  | { at: 'declining'; answer: 'later' | 'never' }
  | { at: 'finished' };

export type PasskeyOfferEvent =
  | { is: 'create' | 'later' | 'never' }
  | { is: 'settled'; reply: CreateReply }
  | { is: 'declined' };

interface Service {
  create(signal: AbortSignal): Promise<CreateReply>;
  /** A failure is ignored: the person is asked again after the next sign-in. */
  decline(answer: 'later' | 'never'): Promise<unknown>;
}

export const passkeyOffer = ({ create, decline }: Service): Machine<PasskeyOfferState, PasskeyOfferEvent> => ({
  start: { at: 'asking' },

  next(state, event) {
    switch (event.is) {
      case 'create':
        return state.at === 'asking' ? { at: 'creating' } : state;
      case 'later':
      case 'never':
        return state.at === 'asking' ? { at: 'declining', answer: event.is } : state;
      case 'settled':
        if (event.reply.is === 'created') return { at: 'finished' };
        return { at: 'asking', failure: event.reply.is === 'failed' ? event.reply.failure : 'notCreated' };
      case 'declined':
        return { at: 'finished' };
    }
  },

  running(state) {
    if (state.at === 'creating')
      return [
        {
          key: 'create',
          work: async (signal) => ({ is: 'settled', reply: await create(signal) }),
          failed: { is: 'settled', reply: { is: 'failed', failure: 'unexpected' } },
        },
      ];
    if (state.at !== 'declining') return [];
    const { answer } = state;
    return [
      { key: 'decline', work: () => decline(answer).then(() => ({ is: 'declined' })), failed: { is: 'declined' } },
    ];
  },
});
