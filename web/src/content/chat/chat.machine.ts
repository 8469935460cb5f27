import { apiCall } from '@foyer/contract/limits';
import type { Machine } from '../../platform/machine/machine.ts';

/** `nth` counts the frames: each try is a new one. */
export type ChatState = { at: 'opening' | 'open' | 'failed'; nth: number };
export type ChatEvent = { is: 'ready' | 'tooLate' | 'retry' };

/** A frame that says nothing for as long as any answer may take has not loaded. */
export const chatMachine: Machine<ChatState, ChatEvent> = {
  start: { at: 'opening', nth: 0 },
  next(state, { is }) {
    switch (is) {
      case 'ready':
        return state.at === 'open' ? state : { at: 'open', nth: state.nth };
      case 'tooLate':
        return { at: 'failed', nth: state.nth };
      case 'retry':
        return state.at === 'failed' ? { at: 'opening', nth: state.nth + 1 } : state;
    }
  },
  running: ({ at, nth }) =>
    at === 'opening' ? [{ key: `patience ${nth}`, after: apiCall.timeout, send: { is: 'tooLate' } }] : [],
};
