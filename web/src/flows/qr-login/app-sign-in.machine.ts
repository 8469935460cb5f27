import type { CallResult } from '@foyer/contract/call';
import { qr } from '@foyer/contract/limits';
import type { requestAppPage } from '@foyer/contract/flows/qr-login';
import type { Machine } from '../../platform/machine/machine.ts';
import { failureOf } from '../../platform/i18n/failure.ts';
import { untilVisible } from '../../platform/machine/until-visible.ts';
import type { Outcome } from '../outcome.ts';
import type { Answer, Why } from './qr-login.machine.ts';

export type AppSignInState =
  | { at: 'offered'; why?: Why | 'tooLate' }
  | { at: 'asking' }
  | { at: 'going'; url: string }
  /** Back from the app's own page; `missed` counts answers that did not come, in a row. */
  | { at: 'returning'; preLoginId: string; next: number; missed: number }
  | { at: 'ended'; outcome: Outcome };

export type AppSignInEvent =
  | { is: 'press' }
  | { is: 'cameBack'; preLoginId: string }
  | { is: 'told'; reply: CallResult<typeof requestAppPage> }
  | { is: 'answered'; answer: Answer };

export interface AppService {
  request(signal: AbortSignal): Promise<CallResult<typeof requestAppPage>>;
  ask(preLoginId: string, signal: AbortSignal): Promise<Answer>;
}

/** Inside an app: one press leads to the app's own page, and what it said is asked for on the way back. */
export const appSignIn = ({ request, ask }: AppService): Machine<AppSignInState, AppSignInEvent> => ({
  start: { at: 'offered' },

  next(state, event) {
    switch (event.is) {
      case 'press':
        return state.at === 'offered' ? { at: 'asking' } : state;
      case 'cameBack':
        return { at: 'returning', preLoginId: event.preLoginId, next: Date.now(), missed: 0 };
      case 'told':
        return event.reply.is === 'done'
          ? { at: 'going', url: event.reply.data.url }
          : { at: 'offered', why: failureOf(event.reply) };
      case 'answered':
        return state.at === 'returning' ? answered(state, event.answer) : state;
    }
  },

  running(state) {
    if (state.at === 'asking')
      return [{ key: 'request', work: async (signal) => ({ is: 'told', reply: await request(signal) }) }];
    if (state.at !== 'returning') return [];
    const { preLoginId, next } = state;
    const look = async (signal: AbortSignal): Promise<AppSignInEvent> => {
      await untilVisible(next, signal);
      return { is: 'answered', answer: await ask(preLoginId, signal) };
    };
    return [{ key: `ask ${next}`, work: look }];
  },
});

/** Until the service has an end to it: what came back lives there for two minutes. */
function answered(state: AppSignInState & { at: 'returning' }, answer: Answer): AppSignInState {
  const again = { ...state, next: Date.now() + qr.pollInterval };
  switch (answer.is) {
    case 'pending':
      return { ...again, missed: 0 };
    case 'missed':
      if (state.missed >= qr.failedPollsTolerated) return { at: 'offered', why: 'noAnswer' };
      return { ...again, missed: state.missed + 1 };
    case 'over':
      return { at: 'offered', why: 'tooLate' };
    case 'stopped':
      return { at: 'offered', why: answer.why };
    case 'ended':
      return { at: 'ended', outcome: answer.outcome };
  }
}
