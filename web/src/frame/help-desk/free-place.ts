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
  const isFree = (spot: Spot) => !taken.some((box) => overlap({ ...spot, ...size }, box));
  const fits = (spot: Spot) => distance(spot, inside(spot)) === 0 && isFree(spot);
  return [start, ...beside].filter(fits).sort((a, b) => distance(a, start) - distance(b, start))[0];
}

const distance = (a: Spot, b: Spot) => Math.hypot(a.left - b.left, a.top - b.top);

const overlap = (a: Box, b: Box) =>
  a.left < b.left + b.width && b.left < a.left + a.width && a.top < b.top + b.height && b.top < a.top + a.height;
