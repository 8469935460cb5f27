import { expect, test } from 'vitest';
import { freePosition, nextPosition } from './free-position.ts';
import { parseOffset } from './use-position.ts';

const area = { width: 1200, height: 800 };
const size = { width: 56, height: 120 };
const form = { left: 400, top: 200, width: 400, height: 400 };

test('keeps a free position and moves a covering one to the nearest edge of the form [WG-05]', () => {
  expect(freePosition({ left: 344, top: 300 }, size, area, [form])).toEqual({ left: 344, top: 300 });
  expect(freePosition({ left: 345, top: 300 }, size, area, [form])).toEqual({ left: 344, top: 300 });
  expect(freePosition({ left: 800, top: 300 }, size, area, [form])).toEqual({ left: 800, top: 300 });
  expect(freePosition({ left: 790, top: 590 }, size, area, [form])).toEqual({ left: 800, top: 590 });
});

test('never leaves the window, and has no position in one that is too small [WG-05]', () => {
  expect(freePosition({ left: -900, top: 9000 }, size, area, [])).toEqual({ left: 0, top: 680 });
  expect(freePosition({ left: 0, top: 0 }, size, { width: 55, height: 800 }, [])).toBeUndefined();
});

test('has no position where the form takes all the room [WG-05]', () => {
  const wide = { left: 50, top: 0, width: 1100, height: 800 };
  expect(freePosition({ left: 10, top: 10 }, size, area, [wide])).toBeUndefined();
});

test('an arrow key moves it to the edge of the form, the next one past it, and back [WG-05]', () => {
  const step = (left: number, top: number, from: { left: number; top: number }, obstacles = [form]) =>
    nextPosition(from, { left, top }, size, area, obstacles);
  expect(step(-16, 0, { left: 810, top: 300 })).toEqual({ left: 800, top: 300 });
  expect(step(-16, 0, { left: 800, top: 300 })).toEqual({ left: 344, top: 300 });
  expect(step(16, 0, { left: 344, top: 300 })).toEqual({ left: 800, top: 300 });
  expect(step(0, 16, { left: 500, top: 80 })).toEqual({ left: 500, top: 600 });
  expect(step(0, -16, { left: 500, top: 600 })).toEqual({ left: 500, top: 80 });
});

test('an arrow key passes two adjacent obstacles, and stays where there is no room behind [WG-05]', () => {
  const adjacent = { ...form, left: 310, width: 80 };
  const from = { left: 800, top: 300 };
  const left = { left: -16, top: 0 };
  expect(nextPosition(from, left, size, area, [form, adjacent])).toEqual({ left: 254, top: 300 });
  expect(nextPosition(from, left, size, area, [{ ...form, left: 50, width: 750 }])).toEqual(from);
  expect(nextPosition({ left: 0, top: 300 }, left, size, area, [form])).toEqual({ left: 0, top: 300 });
});

test.each([undefined, '', 'NaN NaN', '{}', '1', '1 2 3', '-1 5', '1e999 4', '<img> 4', 'x'.repeat(100_000)])(
  'ignores an invalid stored position: %.20s [AC-51]',
  (stored) => expect(parseOffset(stored)).toEqual(parseOffset(undefined)),
);

test('reads a stored position as the distance from the corner', () => {
  expect(parseOffset('30 40')).toEqual({ right: 30, bottom: 40 });
});
