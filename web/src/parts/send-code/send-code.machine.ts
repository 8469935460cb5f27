import { seconds } from '@foyer/contract/time';
import type { Machine } from '../../platform/machine/machine.ts';
import type { Failure } from '../../platform/i18n/failure.ts';

/** Why no code was sent; `tooLate`: the sign-in it was for has expired. */
export type SendProblem = Failure | 'humanCheck' | 'tooLate';

/**
 * `serviceId` is that of the last code that was sent: it stays valid until the next one is sent. `resendAt`: when another one
 * may be requested, also where the service has refused to send one yet.
 */
export type SendCodeState =
  | { at: 'ready'; serviceId?: string; problem?: SendProblem; resendAt?: number }
  | { at: 'sending'; serviceId?: string }
  | { at: 'waiting'; serviceId: string; sentTo: string; sentAt: number; resendAt: number };

export type SendCodeEvent =
  | { is: 'request' | 'waitEnded' | 'reset' }
  | { is: 'sent'; code: SentCode; now: number }
  /** A code was sent before the page was reloaded. */
  | { is: 'restore'; code: PersistedCode }
  | { is: 'failed'; problem: SendProblem; resendAt?: number };

/** `sentTo` is masked. `retryAfter`: another one may be requested in so many seconds, since this one was sent before. */
export type SentCode = { serviceId: string; sentTo: string; retryAfter?: number };

/** `retryAfter`: in seconds. */
export type NotSent = { problem: SendProblem; retryAfter?: number | undefined };

export type PersistedCode = SentCode & { sentAt: number };

interface Options {
  /** With the human check before it. */
  deliver(signal: AbortSignal): Promise<SentCode | NotSent>;
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
          return state.at === 'ready' && !state.resendAt ? { at: 'sending', ...previousCode(state) } : state;
        case 'sent':
          return waiting(event.code, event.now);
        case 'restore': {
          const { serviceId, sentAt } = event.code;
          if (state.at !== 'ready' || state.serviceId) return state;
          return sentAt + resendAfter > Date.now() ? waiting(event.code, sentAt) : { at: 'ready', serviceId };
        }
        case 'failed':
          return {
            at: 'ready',
            ...previousCode(state),
            problem: event.problem,
            ...(event.resendAt && { resendAt: event.resendAt }),
          };
        case 'waitEnded':
          return state.at === 'sending' ? state : { at: 'ready', ...previousCode(state) };
        case 'reset':
          return { at: 'ready' };
      }
    },

    running(state) {
      switch (state.at) {
        case 'sending':
          return [
            {
              key: 'deliver',
              work: async (signal) => {
                const code = await deliver(signal);
                if (!('problem' in code)) {
                  const elapsed = code.retryAfter ? resendAfter - seconds(code.retryAfter) : 0;
                  return { is: 'sent', code, now: Date.now() - elapsed };
                }
                const { problem, retryAfter } = code;
                return { is: 'failed', problem, ...(retryAfter && { resendAt: Date.now() + retryAfter * seconds(1) }) };
              },
              failed: { is: 'failed', problem: 'unexpected' },
            },
          ];
        case 'ready':
        case 'waiting':
          if (!state.resendAt) return [];
          return [{ key: `wait ${state.resendAt}`, after: state.resendAt - Date.now(), send: { is: 'waitEnded' } }];
      }
    },
  };
}

const previousCode = ({ serviceId }: SendCodeState) => (serviceId === undefined ? {} : { serviceId });
