import { expect, test } from 'vitest';
import { freePlace } from './free-place.ts';
import { readPlace } from './kept-place.ts';

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

test.each([undefined, '', 'NaN NaN', '{}', '1', '1 2 3', '-1 5', '1e999 4', '<img> 4', 'x'.repeat(100_000)])(
  'what is kept and makes no sense changes nothing: %.20s [AC-51]',
  (kept) => expect(readPlace(kept)).toEqual(readPlace(undefined)),
);

test('a place is kept by its distance from the corner', () => {
  expect(readPlace('30 40')).toEqual({ right: 30, bottom: 40 });
});
