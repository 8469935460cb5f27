import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useEffectEvent,
  useLayoutEffect,
  useState,
} from 'react';
import { helpDesk } from '@foyer/contract/help-desk-limits';
import { recall, remember } from '../../platform/storage/storage.ts';
import { type Box, type Size, type Spot, freePlace, nextPlace } from './free-position.ts';
import { type Place, placeKey, readPlace, writtenPlace } from './persisted-position.ts';
import { keptFree, pageRoom } from './page-area.ts';

const steps: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

interface Moves {
  onDrag(): void;
  onDrop(): void;
  /** Moved by a key: what is to be announced. */
  onStep(place: Place): void;
}

interface Grip {
  /** The finger, or the mouse, that has it. */
  by?: number | undefined;
  moved: boolean;
  floats: Size;
}

/** Where the desk stands, and how it is moved by pointer and by keys. `inPage` where there is no other room for it. */
export function usePlace(desk: RefObject<HTMLElement | null>, { onDrag, onDrop, onStep }: Moves) {
  const [wanted, setWanted] = useState<Place>(() => readPlace(recall(placeKey)));
  const [stands, setStands] = useState<(Box & Place) | 'inPage'>();
  const spot = typeof stands === 'object' ? stands : undefined;
  const [grip] = useState<Grip>({ moved: false, floats: { width: 0, height: 0 } });

  const settle = useEffectEvent((place: Place) => {
    // In the page it has another shape, which says nothing of the room it would need.
    if (stands !== 'inPage') grip.floats = sizeOf(desk.current!);
    const free = spotFor(place, grip.floats);
    setStands(free ? { ...free, ...grip.floats, ...placeAt(free, grip.floats) } : 'inPage');
  });
  // Before the first paint: it never stands anywhere else.
  useLayoutEffect(() => {
    settle(wanted);
    const look = () => settle(wanted);
    const sizes = new ResizeObserver(look);
    sizes.observe(document.body);
    // Its words come after it, and may need another line.
    sizes.observe(desk.current!);
    for (const box of keptFree()) sizes.observe(box);
    addEventListener('resize', look);
    return () => {
      sizes.disconnect();
      removeEventListener('resize', look);
    };
  }, [desk, wanted]);

  function move(to: Spot, size: Size): Place {
    const place = placeAt(to, size);
    setWanted(place);
    return place;
  }

  return {
    stands,
    spot,
    // From its corner, and never past the other: a window that is made smaller takes it along before any script runs.
    style: spot && {
      right: `max(0px, min(${spot.right}px, 100% - ${spot.width}px))`,
      bottom: `max(0px, min(${spot.bottom}px, 100% - ${spot.height}px))`,
    },
    onPointerDown({ button, clientX: x, clientY: y, pointerId, target }: PointerEvent) {
      if (button !== 0 || !spot || grip.by !== undefined) return;
      grip.by = pointerId;
      grip.moved = false;
      // Over a frame, or out of the window, nobody else would tell that it was let go.
      if (target instanceof Element) target.setPointerCapture(pointerId);
      const over = new AbortController();
      let place = wanted;
      const hear = (
        name: 'pointermove' | 'pointerup' | 'pointercancel' | 'lostpointercapture',
        does: (at: { clientX: number; clientY: number }) => void,
      ) => document.addEventListener(name, (event) => event.pointerId === pointerId && does(event), over);
      // On the whole page: a quick hand is out of the desk before it follows.
      hear('pointermove', ({ clientX, clientY }) => {
        if (!grip.moved && Math.hypot(clientX - x, clientY - y) < helpDesk.dragsFrom) return;
        if (!grip.moved) onDrag();
        grip.moved = true;
        const size = sizeOf(desk.current!);
        const to = { left: spot.left + clientX - x, top: spot.top + clientY - y };
        place = move(spotFor(placeAt(to, size), size) ?? to, size);
      });
      const end = () => {
        over.abort();
        grip.by = undefined;
        if (!grip.moved) return;
        remember(placeKey, writtenPlace(place));
        onDrop();
      };
      hear('pointerup', end);
      hear('pointercancel', end);
      hear('lostpointercapture', end);
    },
    /** The press that ends a drag is none, however late a finger's comes; one by key has no number of presses. */
    wasDragged: ({ detail }: MouseEvent) => detail > 0 && grip.moved,
    onKeyDown(event: KeyboardEvent) {
      const step = steps[event.key];
      if (!step || !spot) return;
      event.preventDefault();
      const size = sizeOf(desk.current!);
      const by = { left: step[0] * helpDesk.step, top: step[1] * helpDesk.step };
      const { room, taken } = pageRoom();
      const place = move(nextPlace(spot, by, size, room, taken) ?? spot, size);
      remember(placeKey, writtenPlace(place));
      onStep(place);
    },
  };
}

const sizeOf = ({ offsetWidth: width, offsetHeight: height }: HTMLElement): Size => ({ width, height });

const placeAt = ({ left, top }: Spot, { width, height }: Size): Place => ({
  right: document.documentElement.clientWidth - left - width,
  bottom: innerHeight - top - height,
});

const spotAt = ({ right, bottom }: Place, { width, height }: Size): Spot => ({
  left: document.documentElement.clientWidth - right - width,
  top: innerHeight - bottom - height,
});

function spotFor(place: Place, size: Size) {
  const { room, taken } = pageRoom();
  return freePlace(spotAt(place, size), size, room, taken);
}
