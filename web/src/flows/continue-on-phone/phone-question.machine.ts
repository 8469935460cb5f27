import type { CallResult } from '@foyer/contract/call';
import type { HandoffOffer, HandoffResult, answerHandoff, askHandoff } from '@foyer/contract/flows/continue-on-phone';
import { type Failure, failureOf, unexpected } from '../../platform/i18n/failure.ts';
import type { Machine } from '../../platform/machine/machine.ts';

type Asked = CallResult<typeof askHandoff>;
type Answered = CallResult<typeof answerHandoff>;
/** The number that was typed, "only on this phone", or "I did not start this". */
export type PhoneAnswer = { number: number } | { notMine: boolean };

export type PhoneState =
  | { at: 'loading' }
  | { at: 'notLoaded'; failure: Failure }
  /** The link is opened: the person signs in first. */
  | { at: 'signIn' }
  | { at: 'asked'; offer: HandoffOffer; failure?: Failure }
  | { at: 'answering'; offer: HandoffOffer; answer: PhoneAnswer }
  | { at: 'answered'; offer: HandoffOffer; answer: PhoneAnswer; result: HandoffResult }
  /** The account confirms none for so many seconds. */
  | { at: 'paused'; retryAfter: number }
  | { at: 'expired' };

type PhoneEvent =
  | { is: 'retry' }
  | { is: 'loaded'; reply: Asked }
  | { is: 'answer'; answer: PhoneAnswer }
  | { is: 'answered'; reply: Answered };

export interface PhoneService {
  ask(signal: AbortSignal): Promise<Asked>;
  answer(ticket: string, answer: PhoneAnswer): Promise<Answered>;
}

/** The phone opens the link, and after a sign-in asks whether the computer signs in too. */
export function phoneQuestion(service: PhoneService): Machine<PhoneState, PhoneEvent> {
  return {
    start: { at: 'loading' },

    next(state, event) {
      switch (event.is) {
        case 'retry':
          return { at: 'loading' };
        case 'loaded':
          if (event.reply.is === 'done')
            return event.reply.data ? { at: 'asked', offer: event.reply.data } : { at: 'signIn' };
          return endOf(event.reply) ?? { at: 'notLoaded', failure: failureOf(event.reply) };
        case 'answer':
          return state.at === 'asked' ? { at: 'answering', offer: state.offer, answer: event.answer } : state;
        case 'answered': {
          if (state.at !== 'answering') return state;
          const { offer, answer } = state;
          if (event.reply.is === 'done') return { at: 'answered', offer, answer, result: event.reply.data.result };
          return endOf(event.reply) ?? { at: 'asked', offer, failure: failureOf(event.reply) };
        }
      }
    },

    running(state) {
      if (state.at === 'loading') {
        const work = async (signal: AbortSignal): Promise<PhoneEvent> => ({
          is: 'loaded',
          reply: await service.ask(signal),
        });
        return [{ key: 'ask', work, failed: { is: 'loaded', reply: unexpected } }];
      }
      if (state.at !== 'answering') return [];
      const { offer, answer } = state;
      const work = async (): Promise<PhoneEvent> => ({
        is: 'answered',
        reply: await service.answer(offer.ticket, answer),
      });
      return [{ key: 'answer', work, failed: { is: 'answered', reply: unexpected } }];
    },
  };
}

function endOf(reply: Asked | Answered): PhoneState | undefined {
  if (reply.is === 'authorisationExpired') return { at: 'expired' };
  if (reply.is === 'waitBeforeRetry') return { at: 'paused', retryAfter: reply.data.retryAfter };
  return reply.is === 'notSignedIn' ? { at: 'signIn' } : undefined;
}
