import type { Machine } from '../../platform/machine/machine.ts';
import type { Failure } from '../../platform/i18n/failure.ts';

/** Why no code was sent; `tooLate` when what it was for is over. */
export type SendProblem = Failure | 'humanCheck' | 'tooLate';

/** A code that has left goes on working until the next one has: its `serviceId` stays until then. */
export type SendCodeState =
  | { at: 'ready'; sentBefore: boolean; serviceId?: string; problem?: SendProblem }
  | { at: 'checking'; serviceId?: string }
  | { at: 'sending'; auth: string; serviceId?: string }
  | { at: 'waiting'; serviceId: string; sentTo: string; sentAt: number; until: number };

export type SendCodeEvent =
  | { is: 'press' | 'waitOver' | 'startOver' }
  | { is: 'passed'; auth: string }
  | { is: 'sent'; serviceId: string; sentTo: string; now: number }
  /** It was sent before the page was loaded anew. */
  | { is: 'wasSent'; sent: KeptSent }
  | { is: 'notSent'; problem: SendProblem };

/** `sentTo` is masked: enough to see where to look. */
export type Sent = { serviceId: string; sentTo: string };

export type KeptSent = Sent & { sentAt: number };

interface Work {
  /** Shows that a person asks; gives the pass that one code costs. */
  check(signal: AbortSignal): Promise<{ auth: string } | { problem: SendProblem }>;
  deliver(auth: string, signal: AbortSignal): Promise<Sent | { problem: SendProblem }>;
  /** How long before the next code. */
  wait: number;
}

export function sendCode({ check, deliver, wait }: Work): Machine<SendCodeState, SendCodeEvent> {
  return {
    start: { at: 'ready', sentBefore: false },

    next(state, event) {
      switch (event.is) {
        case 'press':
          return state.at === 'ready' ? { at: 'checking', ...olderOf(state) } : state;
        case 'passed':
          return state.at === 'checking' ? { at: 'sending', auth: event.auth, ...olderOf(state) } : state;
        case 'sent': {
          const { serviceId, sentTo, now } = event;
          return { at: 'waiting', serviceId, sentTo, sentAt: now, until: now + wait };
        }
        case 'wasSent': {
          const { serviceId, sentTo, sentAt } = event.sent;
          const until = sentAt + wait;
          if (state.at !== 'ready' || state.serviceId) return state;
          return until > Date.now()
            ? { at: 'waiting', serviceId, sentTo, sentAt, until }
            : { at: 'ready', sentBefore: true, serviceId };
        }
        case 'notSent':
          return {
            at: 'ready',
            sentBefore: serviceIdOf(state) !== undefined,
            ...olderOf(state),
            problem: event.problem,
          };
        case 'waitOver':
          return state.at === 'waiting' ? { at: 'ready', sentBefore: true, serviceId: state.serviceId } : state;
        case 'startOver':
          return { at: 'ready', sentBefore: false };
      }
    },

    running(state) {
      switch (state.at) {
        case 'ready':
          return [];
        case 'checking':
          return [
            {
              key: 'check',
              work: async (signal) => {
                const result = await check(signal);
                return 'auth' in result ? { is: 'passed', ...result } : { is: 'notSent', ...result };
              },
            },
          ];
        case 'sending':
          return [
            {
              key: 'deliver',
              work: async (signal) => {
                const result = await deliver(state.auth, signal);
                return 'problem' in result ? { is: 'notSent', ...result } : { is: 'sent', ...result, now: Date.now() };
              },
            },
          ];
        case 'waiting':
          return [{ key: `wait ${state.until}`, after: state.until - Date.now(), send: { is: 'waitOver' } }];
      }
    },
  };
}

/** The code that was last sent, whether or not another may be asked for already. */
export const serviceIdOf = ({ serviceId }: SendCodeState) => serviceId;

const olderOf = ({ serviceId }: SendCodeState) => (serviceId === undefined ? {} : { serviceId });
