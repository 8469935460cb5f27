import { apiCall } from '@foyer/contract/limits';
import type { Machine } from '../../platform/machine/machine.ts';

/** `attempt` counts the iframes: each attempt is a new one. */
export type ChatState = { at: 'opening' | 'open' | 'failed'; attempt: number };
export type ChatEvent = { is: 'ready' | 'failed' | 'retry' };

/** A frame that has not reported ready within the timeout of a call has failed to load. */
export const chatMachine: Machine<ChatState, ChatEvent> = {
  start: { at: 'opening', attempt: 0 },
  next(state, { is }) {
    switch (is) {
      case 'ready':
        return state.at === 'open' ? state : { at: 'open', attempt: state.attempt };
      case 'failed':
        return { at: 'failed', attempt: state.attempt };
      case 'retry':
        return state.at === 'failed' ? { at: 'opening', attempt: state.attempt + 1 } : state;
    }
  },
  running: ({ at, attempt }) =>
    at === 'opening' ? [{ key: `timeout ${attempt}`, after: apiCall.timeout, send: { is: 'failed' } }] : [],
};
