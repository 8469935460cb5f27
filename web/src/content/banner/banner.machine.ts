import { banner } from '@foyer/contract/limits';
import type { Machine } from '../../platform/machine/machine.ts';

export interface Picture {
  address: string;
  alt: string;
  /** Where it leads; already through the gate. */
  link: string | undefined;
}

/** Why the pictures stand still; each reason comes and goes by itself. */
export type Rest = 'pressed' | 'pointedAt' | 'focused' | 'hidden' | 'lessMotion';

export type BannerState =
  | { at: 'asking'; rests: readonly Rest[] }
  /** Nothing that can be shown: what is built in stays. */
  | { at: 'builtIn'; rests: readonly Rest[] }
  | { at: 'showing'; pictures: readonly Picture[]; nth: number; rests: readonly Rest[] };

export type BannerEvent =
  | { is: 'came'; pictures: readonly Picture[] }
  | { is: 'turn' }
  | { is: 'rest'; why: Rest; on: boolean };

export const bannerTurns = (load: () => Promise<readonly Picture[]>): Machine<BannerState, BannerEvent> => ({
  start: { at: 'asking', rests: [] },

  next(state, event) {
    switch (event.is) {
      case 'came':
        if (event.pictures.length === 0) return { at: 'builtIn', rests: state.rests };
        return { at: 'showing', pictures: event.pictures, nth: 0, rests: state.rests };
      case 'turn':
        return state.at === 'showing' ? { ...state, nth: (state.nth + 1) % state.pictures.length } : state;
      case 'rest': {
        if (state.rests.includes(event.why) === event.on) return state;
        const others = state.rests.filter((why) => why !== event.why);
        return { ...state, rests: event.on ? [...others, event.why] : others };
      }
    }
  },

  running(state) {
    if (state.at === 'asking')
      return [{ key: 'ask', work: async () => ({ is: 'came', pictures: await load().catch(() => []) }) }];
    if (state.at === 'builtIn' || state.pictures.length === 1 || state.rests.length > 0) return [];
    return [{ key: `turn ${state.nth}`, after: banner.slideInterval, send: { is: 'turn' } }];
  },
});
