import type { Message } from '@foyer/contract/call';
import { type Failure, failureOf, unexpected } from '../../platform/i18n/failure.ts';
import type { Machine } from '../../platform/machine/machine.ts';

export type QuestionState<Question, Answered> =
  | { at: 'loading' }
  | { at: 'notLoaded'; failure: Failure }
  | { at: 'asked'; question: Question; failure?: Failure }
  | { at: 'answering'; question: Question; agreed: boolean }
  | { at: 'answered'; question: Question; agreed: boolean; data: Answered }
  /** The question is unknown, has expired, was answered before, or belongs to another session. */
  | { at: 'expired' };

/** The result of a call, as far as every question has it. */
type Reply<Data> = { is: 'done'; data: Data } | { is: string; message?: Message };

type QuestionEvent<Question, Answered> =
  | { is: 'retry' }
  | { is: 'answer'; agreed: boolean }
  | { is: 'loaded'; reply: Reply<Question> }
  | { is: 'answered'; reply: Reply<Answered> };

interface Service<Question, Answered> {
  load(signal: AbortSignal): Promise<Reply<Question>>;
  answer(agreed: boolean): Promise<Reply<Answered>>;
}

const isDone = <Data>(reply: Reply<Data>): reply is { is: 'done'; data: Data } => reply.is === 'done';

/** Loads a question, which the person answers once with yes or no. */
export function oneQuestion<Question, Answered>({
  load,
  answer,
}: Service<Question, Answered>): Machine<QuestionState<Question, Answered>, QuestionEvent<Question, Answered>> {
  return {
    start: { at: 'loading' },

    next(state, event) {
      switch (event.is) {
        case 'retry':
          return { at: 'loading' };
        case 'loaded':
          if (isDone(event.reply)) return { at: 'asked', question: event.reply.data };
          return event.reply.is === 'authorisationExpired'
            ? { at: 'expired' }
            : { at: 'notLoaded', failure: failureOf(event.reply) };
        case 'answer':
          return state.at === 'asked' ? { at: 'answering', question: state.question, agreed: event.agreed } : state;
        case 'answered':
          if (state.at !== 'answering') return state;
          if (isDone(event.reply)) return { ...state, at: 'answered', data: event.reply.data };
          return event.reply.is === 'authorisationExpired'
            ? { at: 'expired' }
            : { at: 'asked', question: state.question, failure: failureOf(event.reply) };
      }
    },

    running(state) {
      if (state.at === 'loading') {
        return [
          {
            key: 'load',
            work: async (signal) => ({ is: 'loaded', reply: await load(signal) }),
            failed: { is: 'loaded', reply: unexpected },
          },
        ];
      }
      if (state.at !== 'answering') return [];
      const { agreed } = state;
      return [
        {
          key: 'answer',
          work: async () => ({ is: 'answered', reply: await answer(agreed) }),
          failed: { is: 'answered', reply: unexpected },
        },
      ];
    },
  };
}
