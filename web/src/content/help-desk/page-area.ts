import type { Box, Size } from './free-position.ts';

/** The form, or whatever else the page is about. */
export const keptFree = () => [...document.querySelectorAll('[data-keep-free]')];

/** The window, and what in it must not be covered: what the page is about, whose it is and its language. */
export function pageRoom(about: Iterable<Element> = keptFree()): { room: Size; taken: Box[] } {
  const { clientWidth, scrollHeight } = document.documentElement;
  // What scrolls may come to stand anywhere between top and bottom.
  const scrolls = scrollHeight > innerHeight;
  const taken = Array.from(about, (box) => {
    const { left, top, width, height } = box.getBoundingClientRect();
    return scrolls ? { left, top: 0, width, height: innerHeight } : { left, top, width, height };
  });
  const head = Array.from(document.querySelectorAll('#root > header > *'), (box) => box.getBoundingClientRect());
  return { room: { width: clientWidth, height: innerHeight }, taken: [...taken, ...head] };
}
