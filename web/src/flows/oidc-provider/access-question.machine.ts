import type { CallResult, DataOf } from '@foyer/contract/call';
import type { answerAccessQuestion, getAccessQuestion } from '@foyer/contract/flows/oidc-provider';
import { type Failure, failureOf } from '../../platform/i18n/failure.ts';
import type { Machine } from '../../platform/machine/machine.ts';

type Question = DataOf<typeof getAccessQuestion>;

export type AccessQuestionState =
  | { at: 'loading' }
  | { at: 'notLoaded'; failure: Failure }
  | { at: 'asked'; question: Question; failure?: Failure }
  | { at: 'answering'; question: Question; allowed: boolean }
  /** The browser is leaving for `url`. */
  | { at: 'answered'; question: Question; allowed: boolean; url: string }
  /** The request has expired, was answered before, or belongs to another session. */
  | { at: 'ended' };

export type AccessQuestionEvent =
  | { is: 'retry' }
  | { is: 'answer'; allowed: boolean }
  | { is: 'loaded'; reply: CallResult<typeof getAccessQuestion> }
  | { is: 'answered'; reply: CallResult<typeof answerAccessQuestion> };

interface Service {
  load(signal: AbortSignal): Promise<CallResult<typeof getAccessQuestion>>;
  answer(allowed: boolean): Promise<CallResult<typeof answerAccessQuestion>>;
}

/** Asks the person once whether an application may have what it asks for. */
export function accessQuestion({ load, answer }: Service): Machine<AccessQuestionState, AccessQuestionEvent> {
  return {
    start: { at: 'loading' },

    next(state, event) {
      switch (event.is) {
        case 'retry':
          return { at: 'loading' };
        case 'loaded':
          if (event.reply.is === 'done') return { at: 'asked', question: event.reply.data };
          return event.reply.is === 'authorisationExpired'
            ? { at: 'ended' }
            : { at: 'notLoaded', failure: failureOf(event.reply) };
        case 'answer':
          return state.at === 'asked' ? { at: 'answering', question: state.question, allowed: event.allowed } : state;
        case 'answered':
          if (state.at !== 'answering') return state;
          if (event.reply.is === 'done') return { ...state, at: 'answered', url: event.reply.data.url };
          return event.reply.is === 'authorisationExpired'
            ? { at: 'ended' }
            : { at: 'asked', question: state.question, failure: failureOf(event.reply) };
      }
    },

    running(state) {
      if (state.at === 'loading') {
        return [{ key: 'load', work: async (signal) => ({ is: 'loaded', reply: await load(signal) }) }];
      }
      if (state.at !== 'answering') return [];
      const { allowed } = state;
      return [{ key: 'answer', work: async () => ({ is: 'answered', reply: await answer(allowed) }) }];
    },
  };
}
