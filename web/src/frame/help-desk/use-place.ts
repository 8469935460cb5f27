import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffectEvent,
  useLayoutEffect,
  useState,
} from 'react';
import { helpDesk } from '@foyer/contract/limits';
import { recall, remember } from '../../platform/storage.ts';
import { type Size, type Spot, freePlace } from './free-place.ts';
import { type Place, placeKey, readPlace, writtenPlace } from './kept-place.ts';

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

/** Where the desk stands, and how it is moved by pointer and by keys. `inPage` where there is no other room for it. */
export function usePlace(desk: RefObject<HTMLElement | null>, { onDrag, onDrop, onStep }: Moves) {
  const [wanted, setWanted] = useState<Place>(() => readPlace(recall(placeKey)));
  const [stands, setStands] = useState<Spot | 'inPage'>();
  const spot = typeof stands === 'object' ? stands : undefined;
  const [grip] = useState<{ moved: boolean; floats: Size }>({ moved: false, floats: { width: 0, height: 0 } });

  const settle = useEffectEvent((place: Place) => {
    // In the page it has another shape, which says nothing of the room it would need.
    if (stands !== 'inPage') grip.floats = sizeOf(desk.current!);
    setStands(spotFor(place, grip.floats) ?? 'inPage');
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

  function move(to: Spot): Place {
    const size = sizeOf(desk.current!);
    const allowed = spotFor(placeAt(to, size), size) ?? to;
    const place = placeAt(allowed, size);
    setWanted(place);
    return place;
  }

  return {
    stands,
    spot,
    onPointerDown({ button, clientX: x, clientY: y }: PointerEvent) {
      grip.moved = false;
      if (button !== 0 || !spot) return;
      const over = new AbortController();
      const { signal } = over;
      let place = wanted;
      // On the whole page: a quick hand is out of the desk before it follows.
      document.addEventListener(
        'pointermove',
        ({ clientX, clientY }) => {
          if (!grip.moved && Math.hypot(clientX - x, clientY - y) < helpDesk.dragsFrom) return;
          if (!grip.moved) onDrag();
          grip.moved = true;
          place = move({ left: spot.left + clientX - x, top: spot.top + clientY - y });
        },
        { signal },
      );
      const end = () => {
        over.abort();
        if (!grip.moved) return;
        remember(placeKey, writtenPlace(place));
        onDrop();
      };
      document.addEventListener('pointerup', end, { signal });
      document.addEventListener('pointercancel', end, { signal });
    },
    /** The press that ends a drag is none. */
    wasDragged: () => grip.moved,
    onKeyDown(event: KeyboardEvent) {
      const step = steps[event.key];
      if (!step || !spot) return;
      event.preventDefault();
      const pixels = helpDesk.step;
      const place = move({ left: spot.left + step[0] * pixels, top: spot.top + step[1] * pixels });
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

function spotFor({ right, bottom }: Place, { width, height }: Size) {
  const { clientWidth, scrollHeight } = document.documentElement;
  const room = { width: clientWidth, height: innerHeight };
  // What scrolls may come to stand anywhere between top and bottom.
  const scrolls = scrollHeight > innerHeight;
  const taken = keptFree().map((box) => {
    const { left, top, width: wide, height: high } = box.getBoundingClientRect();
    return scrolls ? { left, top: 0, width: wide, height: innerHeight } : { left, top, width: wide, height: high };
  });
  const wanted = { left: room.width - right - width, top: room.height - bottom - height };
  return freePlace(wanted, { width, height }, room, taken);
}

/** The form, or whatever else the page is about. */
const keptFree = () => [...document.querySelectorAll('[data-keep-free]')];
