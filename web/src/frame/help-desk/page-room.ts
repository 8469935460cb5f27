import type { Box, Size } from './free-place.ts';

/** The form, or whatever else the page is about. */
export const keptFree = () => [...document.querySelectorAll('[data-keep-free]')];

/** The window, and what in it must not be covered. */
export function pageRoom(): { room: Size; taken: Box[] } {
  const { clientWidth, scrollHeight } = document.documentElement;
  // What scrolls may come to stand anywhere between top and bottom.
  const scrolls = scrollHeight > innerHeight;
  const taken = keptFree().map((box) => {
    const { left, top, width, height } = box.getBoundingClientRect();
    return scrolls ? { left, top: 0, width, height: innerHeight } : { left, top, width, height };
  });
  return { room: { width: clientWidth, height: innerHeight }, taken };
}
