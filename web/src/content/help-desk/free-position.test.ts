import { expect, test } from 'vitest';
import { freePlace, nextPlace } from './free-position.ts';
import { readPlace } from './persisted-position.ts';

const room = { width: 1200, height: 800 };
const size = { width: 56, height: 120 };
const form = { left: 400, top: 200, width: 400, height: 400 };

test('who drags it somewhere free finds it there, on both sides of the edge [WG-05]', () => {
  expect(freePlace({ left: 344, top: 300 }, size, room, [form])).toEqual({ left: 344, top: 300 });
  expect(freePlace({ left: 345, top: 300 }, size, room, [form])).toEqual({ left: 344, top: 300 });
  expect(freePlace({ left: 800, top: 300 }, size, room, [form])).toEqual({ left: 800, top: 300 });
  expect(freePlace({ left: 790, top: 590 }, size, room, [form])).toEqual({ left: 800, top: 590 });
});

test('it never leaves the window, however small that has become [WG-05]', () => {
  expect(freePlace({ left: -900, top: 9000 }, size, room, [])).toEqual({ left: 0, top: 680 });
  expect(freePlace({ left: 0, top: 0 }, size, { width: 55, height: 800 }, [])).toBeUndefined();
});

test('where the form takes all the room, there is no place for it [WG-05]', () => {
  expect(
    freePlace({ left: 10, top: 10 }, size, room, [{ left: 50, top: 0, width: 1100, height: 800 }]),
  ).toBeUndefined();
});

test('a key takes it to the edge of the form, the next one past it, and back [WG-05]', () => {
  const step = (left: number, top: number, from: { left: number; top: number }, taken = [form]) =>
    nextPlace(from, { left, top }, size, room, taken);
  expect(step(-16, 0, { left: 810, top: 300 })).toEqual({ left: 800, top: 300 });
  expect(step(-16, 0, { left: 800, top: 300 })).toEqual({ left: 344, top: 300 });
  expect(step(16, 0, { left: 344, top: 300 })).toEqual({ left: 800, top: 300 });
  expect(step(0, 16, { left: 500, top: 80 })).toEqual({ left: 500, top: 600 });
  expect(step(0, -16, { left: 500, top: 600 })).toEqual({ left: 500, top: 80 });
});

test('a key passes two that stand together, and stays where there is no room behind [WG-05]', () => {
  const beside = { ...form, left: 310, width: 80 };
  const from = { left: 800, top: 300 };
  const left = { left: -16, top: 0 };
  expect(nextPlace(from, left, size, room, [form, beside])).toEqual({ left: 254, top: 300 });
  expect(nextPlace(from, left, size, room, [{ ...form, left: 50, width: 750 }])).toEqual(from);
  expect(nextPlace({ left: 0, top: 300 }, left, size, room, [form])).toEqual({ left: 0, top: 300 });
});

test.each([undefined, '', 'NaN NaN', '{}', '1', '1 2 3', '-1 5', '1e999 4', '<img> 4', 'x'.repeat(100_000)])(
  'what is kept and makes no sense changes nothing: %.20s [AC-51]',
  (kept) => expect(readPlace(kept)).toEqual(readPlace(undefined)),
);

test('a place is kept by its distance from the corner', () => {
  expect(readPlace('30 40')).toEqual({ right: 30, bottom: 40 });
});
