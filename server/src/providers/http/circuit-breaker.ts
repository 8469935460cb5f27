import type { Clock } from '../../platform/clock.ts';
import { messaging } from '../../platform/service-limits.ts';
import type { Delivery } from '../messaging/delivery.ts';

type State = { at: 'closed'; failures: number } | { at: 'open'; until: number } | { at: 'trying' };

/**
 * Stops asking a gateway that does not answer, so that nobody waits for it in vain; after a while one request is let
 * through, and its fate decides for the others.
 */
export function withCircuitBreaker<Message>(
  send: (message: Message) => Promise<Delivery>,
  clock: Clock,
  onChange: (open: boolean) => void,
) {
  let state: State = { at: 'closed', failures: 0 };

  function mayTry(): boolean {
    if (state.at === 'closed') return true;
    if (state.at === 'trying' || clock.now() < state.until) return false;
    state = { at: 'trying' };
    return true;
  }

  function learn(answered: boolean) {
    const was = state;
    if (answered) state = { at: 'closed', failures: 0 };
    else if (was.at === 'closed' && was.failures + 1 < messaging.breakerOpensAfter)
      state = { at: 'closed', failures: was.failures + 1 };
    else state = { at: 'open', until: clock.now() + messaging.breakerRetryAfter };
    if ((was.at === 'closed') !== (state.at === 'closed')) onChange(state.at === 'open');
  }

  return async (message: Message): Promise<Delivery> => {
    if (!mayTry()) return { is: 'failed', why: 'breaker' };
    try {
      const delivery = await send(message);
      learn(delivery.is !== 'noAnswer');
      return delivery;
    } catch (error) {
      learn(false);
      throw error;
    }
  };
}
