import type { Machine } from '../../platform/machine/machine.ts';

/** Something that is asked for and shown, or could not be had. */
export type AskedState<Found> = { at: 'asking' } | { at: 'shown'; found: Found } | { at: 'gone' } | { at: 'failed' };
export type AskedEvent<Found> = { is: 'answered'; as: Exclude<AskedState<Found>, { at: 'asking' }> } | { is: 'retry' };

type Ask<Found> = () => Promise<Exclude<AskedState<Found>, { at: 'asking' }>>;

export const asked = <Found>(ask: Ask<Found>): Machine<AskedState<Found>, AskedEvent<Found>> => ({
  start: { at: 'asking' },
  next(state, event) {
    if (event.is === 'retry') return state.at === 'failed' ? { at: 'asking' } : state;
    return event.as;
  },
  running: (state) =>
    state.at === 'asking' ? [{ key: 'ask', work: async () => ({ is: 'answered', as: await ask() }) }] : [],
});
