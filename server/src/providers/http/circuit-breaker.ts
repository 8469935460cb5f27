import { seconds } from '@foyer/contract/time';
import type { Clock } from '../../platform/clock.ts';
import type { Delivery } from '../messaging/delivery.ts';

/**
 * Failures in a row that open the circuit breaker, and the time until one request is tried again: short, because people get no
 * codes until then, even if the gateway works again.
 */
const breaker = { opensAfter: 5, retryAfter: seconds(3) } as const;

type State = { at: 'closed'; failures: number } | { at: 'open'; until: number } | { at: 'halfOpen' };

/**
 * Fails at once while a gateway does not answer, so that people do not wait in vain. After a while one request is let
 * through, and its outcome closes or reopens the circuit.
 */
export function withCircuitBreaker<Message>(
  send: (message: Message) => Promise<Delivery>,
  clock: Clock,
  onChange: (open: boolean) => void,
) {
  let state: State = { at: 'closed', failures: 0 };

  function mayTry(): boolean {
    if (state.at === 'closed') return true;
    if (state.at === 'halfOpen' || clock.now() < state.until) return false;
    state = { at: 'halfOpen' };
    return true;
  }

  function record(answered: boolean) {
    const previous = state;
    if (answered) state = { at: 'closed', failures: 0 };
    else if (previous.at === 'closed' && previous.failures + 1 < breaker.opensAfter)
      state = { at: 'closed', failures: previous.failures + 1 };
    else state = { at: 'open', until: clock.now() + breaker.retryAfter };
    if ((previous.at === 'closed') !== (state.at === 'closed')) onChange(state.at === 'open');
  }

  return async (message: Message): Promise<Delivery> => {
    if (!mayTry()) return { is: 'failed', kind: 'noResponse', why: 'breaker' };
    try {
      const delivery = await send(message);
      record(delivery.is !== 'noResponse');
      return delivery;
    } catch (error) {
      record(false);
      throw error;
    }
  };
}
