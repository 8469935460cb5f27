export interface Point {
  left: number;
  top: number;
}
export interface Size {
  width: number;
  height: number;
}
export type Box = Point & Size;

/** The point nearest to the wanted one where a box fits into the area and covers no obstacle; undefined if there is none. */
export function freePosition(wanted: Point, size: Size, area: Size, obstacles: readonly Box[]): Point | undefined {
  if (size.width > area.width || size.height > area.height) return undefined;
  const start: Point = {
    left: Math.min(Math.max(wanted.left, 0), area.width - size.width),
    top: Math.min(Math.max(wanted.top, 0), area.height - size.height),
  };
  const besideObstacles = obstacles.flatMap((box) => [
    { ...start, left: box.left - size.width },
    { ...start, left: box.left + box.width },
    { ...start, top: box.top - size.height },
    { ...start, top: box.top + box.height },
  ]);
  const fits = (point: Point) => isInside(point, size, area) && isFree(point, size, obstacles);
  return [start, ...besideObstacles].filter(fits).sort((a, b) => distance(a, start) - distance(b, start))[0];
}

/** The position after a step of `by` pixels. A step that an obstacle blocks goes past it, where there is room behind. */
export function nextPosition(
  from: Point,
  by: Point,
  size: Size,
  area: Size,
  obstacles: readonly Box[],
): Point | undefined {
  const next = freePosition({ left: from.left + by.left, top: from.top + by.top }, size, area, obstacles);
  if (!next || distance(next, from) >= 1) return next;
  const behind = obstacles
    .map((box) => ({
      left: by.left && (by.left < 0 ? box.left - size.width : box.left + box.width) - from.left,
      top: by.top && (by.top < 0 ? box.top - size.height : box.top + box.height) - from.top,
    }))
    .filter(({ left, top }) => left * by.left + top * by.top > 0)
    .map(({ left, top }) => ({ left: from.left + left, top: from.top + top }))
    .filter((point) => isInside(point, size, area) && isFree(point, size, obstacles));
  return behind.sort((a, b) => distance(a, from) - distance(b, from))[0] ?? next;
}

const isFree = (point: Point, size: Size, obstacles: readonly Box[]) =>
  !obstacles.some((box) => overlap({ ...point, ...size }, box));

const isInside = ({ left, top }: Point, { width, height }: Size, area: Size) =>
  left >= 0 && top >= 0 && left + width <= area.width && top + height <= area.height;

const distance = (a: Point, b: Point) => Math.hypot(a.left - b.left, a.top - b.top);

const overlap = (a: Box, b: Box) =>
  a.left < b.left + b.width && b.left < a.left + a.width && a.top < b.top + b.height && b.top < a.top + a.height;
