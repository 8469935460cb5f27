import type { Machine } from '../../platform/machine/machine.ts';
import { type Failure, failureOf, unexpected } from '../../platform/i18n/failure.ts';
import type { Outcome } from '../outcome.ts';
import type { PasskeyReply } from './passkey-login.service.ts';

export type PasskeyLoginState =
  /** `unavailable`: the browser could not ask for a passkey. */
  { at: 'ready'; failure?: Failure | 'unavailable' } | { at: 'asking' } | { at: 'finished'; outcome: Outcome };
export type PasskeyLoginEvent = { is: 'press' } | { is: 'settled'; reply: PasskeyReply };

/** One click opens the browser's own list of passkeys. */
export const passkeyLogin = (
  signIn: (signal: AbortSignal) => Promise<PasskeyReply>,
): Machine<PasskeyLoginState, PasskeyLoginEvent> => ({
  start: { at: 'ready' },

  next(state, event) {
    if (event.is === 'press') return state.at === 'ready' ? { at: 'asking' } : state;
    return resultOf(event.reply);
  },

  running: (state) =>
    state.at === 'asking'
      ? [
          {
            key: 'signIn',
            work: async (signal) => ({ is: 'settled', reply: await signIn(signal) }),
            failed: { is: 'settled', reply: unexpected },
          },
        ]
      : [],
});

/** A person who closes the browser's list knows that they did: nothing is said. */
export function resultOf(reply: PasskeyReply): Exclude<PasskeyLoginState, { at: 'asking' }> {
  switch (reply.is) {
    case 'done':
      return { at: 'finished', outcome: { is: 'signedIn', ...reply.data } };
    case 'needsIdentityCheck':
      return { at: 'finished', outcome: { is: 'needsIdentityCheck', ...reply.data } };
    case 'cancelled':
      return { at: 'ready' };
    case 'unavailable':
      return { at: 'ready', failure: 'unavailable' };
    case 'passkeyFailed':
    case 'unknownPasskey':
    case 'accountDisabled':
    case 'identityCheckClosed':
    case 'secondFactorUnavailable':
    case 'refused':
    case 'noResponse':
      return { at: 'ready', failure: failureOf(reply) };
  }
}
