import { type Size, freePlace } from './free-place.ts';
import { pageRoom } from './page-room.ts';

const gap = 8;

/** As near to the corner at the bottom right as the form lets it. */
export function chatSpot({ width, height }: Size) {
  const { room, taken } = pageRoom();
  const wanted = { left: room.width, top: room.height };
  const spot = freePlace(wanted, { width: width + 2 * gap, height: height + 2 * gap }, room, taken);
  return spot && { left: spot.left + gap, top: spot.top + gap };
}
