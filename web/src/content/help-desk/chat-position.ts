import { type Size, freePlace } from './free-position.ts';
import { pageRoom } from './page-area.ts';

const gap = 8;

/** As near to the corner at the bottom right as the form lets it; where there is no such place, beside its fields. */
export function chatSpot(size: Size) {
  const spot = spotBeside(size) ?? spotBeside(size, document.forms);
  return spot && { left: spot.left + gap, top: spot.top + gap };
}

function spotBeside({ width, height }: Size, about?: Iterable<Element>) {
  const { room, taken } = pageRoom(about);
  const wanted = { left: room.width, top: room.height };
  return freePlace(wanted, { width: width + 2 * gap, height: height + 2 * gap }, room, taken);
}
