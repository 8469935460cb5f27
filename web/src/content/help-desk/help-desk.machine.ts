import { helpDesk } from '@foyer/contract/help-desk-limits';
import type { Machine } from '../../platform/machine/machine.ts';

export type DeskState =
  | { at: 'closed' }
  /** Someone points at it, or has it in focus. */
  | { at: 'peeked' }
  /** The pointer has just left, perhaps on its way to the articles. */
  | { at: 'leaving' }
  | { at: 'pressed' }
  | { at: 'dragged' };

export type DeskEvent = { is: 'come' | 'leave' | 'over' | 'press' | 'away' | 'drag' | 'drop' };

/** What the desk shows: its articles when someone comes near, nothing while it is moved. */
export const helpDeskMachine: Machine<DeskState, DeskEvent> = {
  start: { at: 'closed' },

  next(state, { is }) {
    if (is === 'drag') return { at: 'dragged' };
    if (state.at === 'dragged') return is === 'drop' ? { at: 'closed' } : state;
    switch (is) {
      case 'come':
        return state.at === 'closed' || state.at === 'leaving' ? { at: 'peeked' } : state;
      case 'leave':
        return state.at === 'peeked' ? { at: 'leaving' } : state;
      case 'over':
        return state.at === 'leaving' ? { at: 'closed' } : state;
      case 'press':
        return { at: state.at === 'pressed' ? 'closed' : 'pressed' };
      case 'away':
        return state.at === 'closed' ? state : { at: 'closed' };
      case 'drop':
        return state;
    }
  },

  running: (state) =>
    state.at === 'leaving' ? [{ key: 'over', after: helpDesk.lingersFor, send: { is: 'over' } }] : [],
};
