import type { CallResult, DataOf } from '@foyer/contract/call';
import type { RecoveryProof, getRecovery } from '@foyer/contract/flows/recovery';
import { type Failure, failureOf, unexpected } from '../../platform/i18n/failure.ts';
import type { Machine } from '../../platform/machine/machine.ts';

export type Offer = DataOf<typeof getRecovery>;

export type RecoveryState =
  | { at: 'loading' }
  | { at: 'notLoaded'; failure: Failure }
  | { at: 'proving'; offer: Offer; proof: RecoveryProof }
  /** Asked for now, or before. */
  | { at: 'asked'; takesPlaceAt: string }
  /** Only support can help. `begin`: a sign-in that begins otherwise may give another proof. */
  | { at: 'support'; begin: boolean };

export type RecoveryEvent =
  | { is: 'loaded'; reply: CallResult<typeof getRecovery> }
  | { is: 'retry' }
  | { is: 'chosen'; proof: RecoveryProof }
  | { is: 'asked'; takesPlaceAt: string };

/** What a person can do who has lost every second factor. */
export function recovery(
  load: (signal: AbortSignal) => Promise<CallResult<typeof getRecovery>>,
): Machine<RecoveryState, RecoveryEvent> {
  return {
    start: { at: 'loading' },

    next(state, event) {
      switch (event.is) {
        case 'loaded':
          return loaded(event.reply);
        case 'retry':
          return state.at === 'notLoaded' ? { at: 'loading' } : state;
        case 'chosen':
          return state.at === 'proving' ? { ...state, proof: event.proof } : state;
        case 'asked':
          return { at: 'asked', takesPlaceAt: event.takesPlaceAt };
      }
    },

    running: (state) =>
      state.at === 'loading'
        ? [
            {
              key: 'load',
              work: async (signal) => ({ is: 'loaded', reply: await load(signal) }),
              failed: { is: 'loaded', reply: unexpected },
            },
          ]
        : [],
  };
}

function loaded(reply: CallResult<typeof getRecovery>): RecoveryState {
  if (reply.is !== 'done') return { at: 'notLoaded', failure: failureOf(reply) };
  const { proofs, hours, takesPlaceAt } = reply.data;
  const [proof] = proofs;
  if (takesPlaceAt !== undefined) return { at: 'asked', takesPlaceAt };
  return proof ? { at: 'proving', offer: reply.data, proof } : { at: 'support', begin: hours > 0 };
}
