import { expect, test } from 'vitest';
import { helpDesk } from '@foyer/contract/layout-sizes';
import { type HelpDeskEvent, type HelpDeskState, helpDeskMachine as machine } from './help-desk.machine.ts';
import { parseOffset } from './use-position.ts';

const after = (...events: HelpDeskEvent['is'][]) =>
  events.reduce<HelpDeskState>((state, is) => machine.next(state, { is }), machine.start).at;

test.each(['entering', 'leaving'] as const)('waits for a quarter of a second while the pointer is %s', (at) => {
  expect(machine.running({ at })).toEqual([{ key: at, after: helpDesk.hoverDelay, send: { is: 'timeout' } }]);
});

test('opens when the pointer rests on it, and closes a moment after the pointer has left [WG-05]', () => {
  expect(after('enter')).toBe('entering');
  expect(after('enter', 'leave')).toBe('closed');
  expect(after('enter', 'timeout')).toBe('hovered');
  expect(after('enter', 'timeout', 'leave')).toBe('leaving');
  expect(after('enter', 'timeout', 'leave', 'enter', 'timeout')).toBe('hovered');
  expect(after('enter', 'timeout', 'leave', 'timeout')).toBe('closed');
});

test('stays open after a click until the next click or one elsewhere [WG-05]', () => {
  expect(after('enter', 'click', 'leave', 'timeout')).toBe('pinned');
  expect(after('enter', 'timeout', 'click', 'leave', 'timeout')).toBe('pinned');
  expect(after('enter', 'click', 'click')).toBe('closed');
  expect(after('enter', 'click', 'dismiss')).toBe('closed');
});

test('stays closed while it is dragged [WG-05]', () => {
  expect(after('enter', 'click', 'drag', 'enter', 'timeout', 'click')).toBe('dragged');
  expect(after('drag', 'drop')).toBe('closed');
  expect(after('enter', 'timeout', 'drop')).toBe('hovered');
});

test.each([undefined, '', 'NaN', '{}', '1 2', '-1', '1.5', '1e9', '<img>', 'x'.repeat(100_000)])(
  'ignores an invalid stored position: %.20s [AC-51]',
  (stored) => expect(parseOffset(stored)).toBe(helpDesk.defaultOffset),
);

test('reads a stored position as the distance from the bottom [WG-05]', () => {
  expect(parseOffset('40')).toBe(40);
});
