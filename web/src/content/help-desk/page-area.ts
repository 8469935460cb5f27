import { type Box, type Size, freePosition } from './free-position.ts';

const chatMargin = 8;

/** The elements that must not be covered: the form, or whatever the page is about. */
export const uncoveredElements = () => [...document.querySelectorAll('[data-keep-free]')];

/** The window, with the boxes in it that must not be covered: the given elements, the logo and the language selector. */
export function pageArea(elements: Iterable<Element> = uncoveredElements()): { area: Size; obstacles: Box[] } {
  const { clientWidth, scrollHeight } = document.documentElement;
  // An element that scrolls can be anywhere between top and bottom.
  const scrolls = scrollHeight > innerHeight;
  const boxes = Array.from(elements, (element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return scrolls ? { left, top: 0, width, height: innerHeight } : { left, top, width, height };
  });
  const header = Array.from(document.querySelectorAll('#root > header > *'), (box) => box.getBoundingClientRect());
  return { area: { width: clientWidth, height: innerHeight }, obstacles: [...boxes, ...header] };
}

/** As near to the bottom right corner as the page lets it; where the page leaves no room, beside the form's fields. */
export function chatPosition(size: Size) {
  const point = positionBeside(size) ?? positionBeside(size, document.forms);
  return point && { left: point.left + chatMargin, top: point.top + chatMargin };
}

function positionBeside({ width, height }: Size, elements?: Iterable<Element>) {
  const { area, obstacles } = pageArea(elements);
  const corner = { left: area.width, top: area.height };
  const withMargin = { width: width + 2 * chatMargin, height: height + 2 * chatMargin };
  return freePosition(corner, withMargin, area, obstacles);
}
