import { type KeyboardEvent, type MouseEvent, type PointerEvent, useState } from 'react';
import { helpDesk } from '@foyer/contract/layout-sizes';
import { readLocal, writeLocal } from '../../platform/storage/storage.ts';

const storageKey = 'helpDeskPlace';

/** Pixels from the bottom of the window. */
export const parseOffset = (stored: string | undefined) =>
  /^\d{1,5}$/.test(stored ?? '') ? Number(stored) : helpDesk.defaultOffset;

interface Handlers {
  onDrag(): void;
  onDrop(): void;
  /** After a move by arrow key, to announce the new position. */
  onStep(offset: number): void;
}

interface Drag {
  /** The pointer that drags the tab. */
  pointer?: number | undefined;
  moved: boolean;
  startY: number;
  startOffset: number;
}

/** Moves the tab along the edge of the window, by pointer and by keys. */
export function usePosition({ onDrag, onDrop, onStep }: Handlers) {
  const [offset, setOffset] = useState(() => parseOffset(readLocal(storageKey)));
  const [drag] = useState<Drag>({ moved: false, startY: 0, startOffset: 0 });

  return {
    offset,
    onPointerDown({ button, clientY, pointerId, currentTarget }: PointerEvent) {
      if (button !== 0 || drag.pointer !== undefined || !floats(currentTarget)) return;
      Object.assign(drag, { pointer: pointerId, moved: false, startY: clientY, startOffset: offsetOf(currentTarget) });
      // With capture, a release over a frame or outside of the window is reported too.
      currentTarget.setPointerCapture(pointerId);
    },
    onPointerMove({ clientY, pointerId }: PointerEvent) {
      const up = drag.startY - clientY;
      if (pointerId !== drag.pointer || (!drag.moved && Math.abs(up) < helpDesk.dragThreshold)) return;
      if (!drag.moved) onDrag();
      drag.moved = true;
      setOffset(clamp(drag.startOffset + up));
    },
    /** After a release, a cancelled gesture, and whenever the browser ends the capture. */
    onLostPointerCapture({ pointerId }: PointerEvent) {
      if (pointerId !== drag.pointer) return;
      drag.pointer = undefined;
      if (!drag.moved) return;
      writeLocal(storageKey, `${offset}`);
      onDrop();
    },
    /** Whether this click only ends a drag. A click by keyboard has a `detail` of 0. */
    wasDragged: ({ detail }: MouseEvent) => detail > 0 && drag.moved,
    onKeyDown(event: KeyboardEvent) {
      const direction = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
      if (!direction || !floats(event.currentTarget)) return;
      event.preventDefault();
      const next = clamp(offsetOf(event.currentTarget) + direction * helpDesk.keyStep);
      setOffset(next);
      writeLocal(storageKey, `${next}`);
      onStep(next);
    },
  };
}

const floats = (tab: Element) => getComputedStyle(tab).position === 'fixed';

const offsetOf = (tab: Element) => innerHeight - tab.getBoundingClientRect().bottom;

/** As the style sheet does it for a smaller window: below the header, and above the edge of the window. */
const clamp = (offset: number) => Math.round(Math.min(Math.max(offset, 8), innerHeight - 116));
