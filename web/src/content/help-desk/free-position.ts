export interface Spot {
  left: number;
  top: number;
}
export interface Size {
  width: number;
  height: number;
}
export type Box = Spot & Size;

/** The spot nearest to the wanted one that is inside the room and on nothing that is taken; undefined without any. */
export function freePlace(wanted: Spot, size: Size, room: Size, taken: readonly Box[]): Spot | undefined {
  if (size.width > room.width || size.height > room.height) return undefined;
  const inside = ({ left, top }: Spot): Spot => ({
    left: Math.min(Math.max(left, 0), room.width - size.width),
    top: Math.min(Math.max(top, 0), room.height - size.height),
  });
  const start = inside(wanted);
  const beside = taken.flatMap((box) => [
    { ...start, left: box.left - size.width },
    { ...start, left: box.left + box.width },
    { ...start, top: box.top - size.height },
    { ...start, top: box.top + box.height },
  ]);
  const fits = (spot: Spot) => isInside(spot, size, room) && isFree(spot, size, taken);
  return [start, ...beside].filter(fits).sort((a, b) => distance(a, start) - distance(b, start))[0];
}

/** One step on, `by` in pixels. What stands in the way is passed at once, where there is room behind it. */
export function nextPlace(from: Spot, by: Spot, size: Size, room: Size, taken: readonly Box[]): Spot | undefined {
  const next = freePlace({ left: from.left + by.left, top: from.top + by.top }, size, room, taken);
  if (!next || distance(next, from) >= 1) return next;
  const behind = taken.map((box) => ({
    left: by.left && (by.left < 0 ? box.left - size.width : box.left + box.width) - from.left,
    top: by.top && (by.top < 0 ? box.top - size.height : box.top + box.height) - from.top,
  }));
  const further = behind
    .filter(({ left, top }) => left * by.left + top * by.top > 0)
    .map(({ left, top }) => ({ left: from.left + left, top: from.top + top }))
    .filter((spot) => isInside(spot, size, room) && isFree(spot, size, taken));
  return further.sort((a, b) => distance(a, from) - distance(b, from))[0] ?? next;
}

const isFree = (spot: Spot, size: Size, taken: readonly Box[]) =>
  !taken.some((box) => overlap({ ...spot, ...size }, box));

const isInside = ({ left, top }: Spot, { width, height }: Size, room: Size) =>
  left >= 0 && top >= 0 && left + width <= room.width && top + height <= room.height;

const distance = (a: Spot, b: Spot) => Math.hypot(a.left - b.left, a.top - b.top);

const overlap = (a: Box, b: Box) =>
  a.left < b.left + b.width && b.left < a.left + a.width && a.top < b.top + b.height && b.top < a.top + a.height;
