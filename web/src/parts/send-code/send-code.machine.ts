import type { Machine } from '../../platform/machine/machine.ts';
import type { Failure } from '../../platform/i18n/failure.ts';

/** Why no code was sent; `tooLate`: the sign-in it was for has expired. */
export type SendProblem = Failure | 'humanCheck' | 'tooLate';

/** `serviceId` is that of the last code that was sent: it stays valid until the next one is sent. */
export type SendCodeState =
  | { at: 'ready'; serviceId?: string; problem?: SendProblem }
  | { at: 'sending'; serviceId?: string }
  | { at: 'waiting'; serviceId: string; sentTo: string; sentAt: number; resendAt: number };

export type SendCodeEvent =
  | { is: 'request' | 'waitEnded' | 'reset' }
  | { is: 'sent'; code: SentCode; now: number }
  /** A code was sent before the page was reloaded. */
  | { is: 'restore'; code: PersistedCode }
  | { is: 'failed'; problem: SendProblem };

/** `sentTo` is masked. */
export type SentCode = { serviceId: string; sentTo: string };

export type PersistedCode = SentCode & { sentAt: number };

interface Options {
  /** With the human check before it. */
  deliver(signal: AbortSignal): Promise<SentCode | { problem: SendProblem }>;
  resendAfter: number;
}

export function sendCode({ deliver, resendAfter }: Options): Machine<SendCodeState, SendCodeEvent> {
  const waiting = ({ serviceId, sentTo }: SentCode, sentAt: number): SendCodeState => ({
    at: 'waiting',
    serviceId,
    sentTo,
    sentAt,
    resendAt: sentAt + resendAfter,
  });
  return {
    start: { at: 'ready' },

    next(state, event) {
      switch (event.is) {
        case 'request':
          return state.at === 'ready' ? { at: 'sending', ...previousCode(state) } : state;
        case 'sent':
          return waiting(event.code, event.now);
        case 'restore': {
          const { serviceId, sentAt } = event.code;
          if (state.at !== 'ready' || state.serviceId) return state;
          return sentAt + resendAfter > Date.now() ? waiting(event.code, sentAt) : { at: 'ready', serviceId };
        }
        case 'failed':
          return { at: 'ready', ...previousCode(state), problem: event.problem };
        case 'waitEnded':
          return state.at === 'waiting' ? { at: 'ready', serviceId: state.serviceId } : state;
        case 'reset':
          return { at: 'ready' };
      }
    },

    running(state) {
      switch (state.at) {
        case 'ready':
          return [];
        case 'sending':
          return [
            {
              key: 'deliver',
              work: async (signal) => {
                const code = await deliver(signal);
                return 'problem' in code ? { is: 'failed', ...code } : { is: 'sent', code, now: Date.now() };
              },
              failed: { is: 'failed', problem: 'unexpected' },
            },
          ];
        case 'waiting':
          return [{ key: `wait ${state.resendAt}`, after: state.resendAt - Date.now(), send: { is: 'waitEnded' } }];
      }
    },
  };
}

const previousCode = ({ serviceId }: SendCodeState) => (serviceId === undefined ? {} : { serviceId });
