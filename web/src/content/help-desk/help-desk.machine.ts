import { helpDesk } from '@foyer/contract/layout-sizes';
import type { Machine } from '../../platform/machine/machine.ts';

export type HelpDeskState =
  | { at: 'closed' }
  /** The pointer has just come to the tab, perhaps on its way to something else. */
  | { at: 'entering' }
  /** Open while the pointer is on it. */
  | { at: 'hovered' }
  /** The pointer has just left, perhaps on its way to the articles. */
  | { at: 'leaving' }
  /** Opened by a click: stays open. */
  | { at: 'pinned' }
  | { at: 'dragged' };

export type HelpDeskEvent = { is: 'enter' | 'leave' | 'timeout' | 'click' | 'dismiss' | 'drag' | 'drop' };

/** Whether the desk shows its articles: when the pointer rests on it or clicks it, never while it is dragged. */
export const helpDeskMachine: Machine<HelpDeskState, HelpDeskEvent> = {
  start: { at: 'closed' },

  next(state, { is }) {
    if (is === 'drag') return { at: 'dragged' };
    if (state.at === 'dragged') return is === 'drop' ? { at: 'closed' } : state;
    switch (is) {
      case 'enter':
        return state.at === 'closed' ? { at: 'entering' } : state.at === 'leaving' ? { at: 'hovered' } : state;
      case 'leave':
        return state.at === 'entering' ? { at: 'closed' } : state.at === 'hovered' ? { at: 'leaving' } : state;
      case 'timeout':
        return state.at === 'entering' ? { at: 'hovered' } : state.at === 'leaving' ? { at: 'closed' } : state;
      case 'click':
        return { at: state.at === 'pinned' ? 'closed' : 'pinned' };
      case 'dismiss':
        return state.at === 'closed' ? state : { at: 'closed' };
      case 'drop':
        return state;
    }
  },

  running: ({ at }) =>
    at === 'entering' || at === 'leaving' ? [{ key: at, after: helpDesk.hoverDelay, send: { is: 'timeout' } }] : [],
};
