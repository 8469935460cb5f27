import { banner } from '@foyer/contract/limits';
import type { Machine } from '../../platform/machine/machine.ts';

export interface Picture {
  url: string;
  alt: string;
  /** Checked against the redirect rules. */
  link: string | undefined;
}

/** Reasons to pause the slide show; each is set and cleared by itself. */
export type PauseReason = 'button' | 'pointer' | 'focus' | 'hiddenTab' | 'reducedMotion';

export type BannerState =
  | { at: 'loading'; pauses: readonly PauseReason[] }
  /** There is nothing to show: the built-in picture is shown. */
  | { at: 'builtIn'; pauses: readonly PauseReason[] }
  | { at: 'showing'; pictures: readonly Picture[]; index: number; pauses: readonly PauseReason[] };

export type BannerEvent =
  | { is: 'loaded'; pictures: readonly Picture[] }
  | { is: 'next' }
  | { is: 'show'; index: number }
  | { is: 'pause'; reason: PauseReason; on: boolean };

export const bannerMachine = (load: () => Promise<readonly Picture[]>): Machine<BannerState, BannerEvent> => ({
  start: { at: 'loading', pauses: [] },

  next(state, event) {
    switch (event.is) {
      case 'loaded':
        if (event.pictures.length === 0) return { at: 'builtIn', pauses: state.pauses };
        return { at: 'showing', pictures: event.pictures, index: 0, pauses: state.pauses };
      case 'next':
        return state.at === 'showing' ? { ...state, index: (state.index + 1) % state.pictures.length } : state;
      case 'show':
        return state.at === 'showing' ? { ...state, index: event.index } : state;
      case 'pause': {
        if (state.pauses.includes(event.reason) === event.on) return state;
        const others = state.pauses.filter((reason) => reason !== event.reason);
        return { ...state, pauses: event.on ? [...others, event.reason] : others };
      }
    }
  },

  running(state) {
    if (state.at === 'loading')
      return [
        {
          key: 'load',
          work: async () => ({ is: 'loaded', pictures: await load().catch(() => []) }),
          failed: { is: 'loaded', pictures: [] },
        },
      ];
    if (state.at === 'builtIn' || state.pictures.length === 1 || state.pauses.length > 0) return [];
    return [{ key: `next ${state.index}`, after: banner.slideInterval, send: { is: 'next' } }];
  },
});
