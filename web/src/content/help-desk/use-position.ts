import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useEffectEvent,
  useLayoutEffect,
  useState,
} from 'react';
import { helpDesk } from '@foyer/contract/limits';
import { readLocal, writeLocal } from '../../platform/storage/storage.ts';
import { type Box, type Point, type Size, freePosition, nextPosition } from './free-position.ts';
import { pageArea, uncoveredElements } from './page-area.ts';

/** Distance from the bottom right corner, so that the desk stays visible when the window changes its size. */
export interface CornerOffset {
  right: number;
  bottom: number;
}

const storageKey = 'helpDeskPlace';

export function parseOffset(stored: string | undefined): CornerOffset {
  const [, right, bottom] = /^(\d{1,5}) (\d{1,5})$/.exec(stored ?? '') ?? [];
  return right && bottom ? { right: Number(right), bottom: Number(bottom) } : helpDesk.defaultOffset;
}

const saveOffset = ({ right, bottom }: CornerOffset) =>
  writeLocal(storageKey, `${Math.round(right)} ${Math.round(bottom)}`);

const directions: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

interface Handlers {
  onDrag(): void;
  onDrop(): void;
  /** After a move by arrow key, to announce the new position. */
  onStep(offset: CornerOffset): void;
}

interface Drag {
  /** The pointer that drags the desk. */
  pointer?: number | undefined;
  moved: boolean;
  /** The size of the desk while it floats. */
  size: Size;
}

/** Positions the desk and moves it by pointer and by keys. `inPage`: it does not float because there is no room. */
export function usePosition(desk: RefObject<HTMLElement | null>, { onDrag, onDrop, onStep }: Handlers) {
  const [wanted, setWanted] = useState<CornerOffset>(() => parseOffset(readLocal(storageKey)));
  const [position, setPosition] = useState<(Box & CornerOffset) | 'inPage'>();
  const box = typeof position === 'object' ? position : undefined;
  const [drag] = useState<Drag>({ moved: false, size: { width: 0, height: 0 } });

  const place = useEffectEvent((offset: CornerOffset) => {
    // Inside the page it has another shape, which does not tell how much room it needs to float.
    if (position !== 'inPage') drag.size = sizeOf(desk.current!);
    const free = freePointFor(offset, drag.size);
    setPosition(free ? { ...free, ...drag.size, ...offsetOf(free, drag.size) } : 'inPage');
  });
  // Before the first paint, so that it never appears anywhere else.
  useLayoutEffect(() => {
    place(wanted);
    const update = () => place(wanted);
    const sizes = new ResizeObserver(update);
    sizes.observe(document.body);
    // Its texts load later and may need another line.
    sizes.observe(desk.current!);
    for (const element of uncoveredElements()) sizes.observe(element);
    addEventListener('resize', update);
    return () => {
      sizes.disconnect();
      removeEventListener('resize', update);
    };
  }, [desk, wanted]);

  function move(to: Point, size: Size): CornerOffset {
    const offset = offsetOf(to, size);
    setWanted(offset);
    return offset;
  }

  return {
    position,
    box,
    // Relative to its corner and clamped, so that CSS alone keeps it inside a shrinking window.
    style: box && {
      right: `max(0px, min(${box.right}px, 100% - ${box.width}px))`,
      bottom: `max(0px, min(${box.bottom}px, 100% - ${box.height}px))`,
    },
    onPointerDown({ button, clientX: x, clientY: y, pointerId, target }: PointerEvent) {
      if (button !== 0 || !box || drag.pointer !== undefined) return;
      drag.pointer = pointerId;
      drag.moved = false;
      // Without capture, a release over an iframe or outside of the window would not be reported.
      if (target instanceof Element) target.setPointerCapture(pointerId);
      const done = new AbortController();
      let offset = wanted;
      const on = (
        type: 'pointermove' | 'pointerup' | 'pointercancel' | 'lostpointercapture',
        handle: (at: { clientX: number; clientY: number }) => void,
      ) => document.addEventListener(type, (event) => event.pointerId === pointerId && handle(event), done);
      // On the document: a fast pointer leaves the desk before the desk follows.
      on('pointermove', ({ clientX, clientY }) => {
        if (!drag.moved && Math.hypot(clientX - x, clientY - y) < helpDesk.dragThreshold) return;
        if (!drag.moved) onDrag();
        drag.moved = true;
        const size = sizeOf(desk.current!);
        const to = { left: box.left + clientX - x, top: box.top + clientY - y };
        offset = move(freePointFor(offsetOf(to, size), size) ?? to, size);
      });
      const end = () => {
        done.abort();
        drag.pointer = undefined;
        if (!drag.moved) return;
        saveOffset(offset);
        onDrop();
      };
      on('pointerup', end);
      on('pointercancel', end);
      on('lostpointercapture', end);
    },
    /** Whether this click only ends a drag. A click by keyboard has a `detail` of 0. */
    wasDragged: ({ detail }: MouseEvent) => detail > 0 && drag.moved,
    onKeyDown(event: KeyboardEvent) {
      const direction = directions[event.key];
      if (!direction || !box) return;
      event.preventDefault();
      const size = sizeOf(desk.current!);
      const by = { left: direction[0] * helpDesk.keyStep, top: direction[1] * helpDesk.keyStep };
      const { area, obstacles } = pageArea();
      const offset = move(nextPosition(box, by, size, area, obstacles) ?? box, size);
      saveOffset(offset);
      onStep(offset);
    },
  };
}

const sizeOf = ({ offsetWidth: width, offsetHeight: height }: HTMLElement): Size => ({ width, height });

const offsetOf = ({ left, top }: Point, { width, height }: Size): CornerOffset => ({
  right: document.documentElement.clientWidth - left - width,
  bottom: innerHeight - top - height,
});

function freePointFor({ right, bottom }: CornerOffset, size: Size) {
  const { area, obstacles } = pageArea();
  const wanted = {
    left: document.documentElement.clientWidth - right - size.width,
    top: innerHeight - bottom - size.height,
  };
  return freePosition(wanted, size, area, obstacles);
}
