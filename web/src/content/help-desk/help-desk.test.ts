import { expect, test } from 'vitest';
import { helpDesk } from '@foyer/contract/limits';
import { type HelpDeskEvent, type HelpDeskState, helpDeskMachine as machine } from './help-desk.machine.ts';

const after = (...events: HelpDeskEvent['is'][]) =>
  events.reduce<HelpDeskState>((state, is) => machine.next(state, { is }), machine.start).at;

test('opens on hover and closes a moment after the pointer has left [WG-05]', () => {
  expect(after('enter')).toBe('hovered');
  expect(after('enter', 'leave')).toBe('leaving');
  expect(machine.running({ at: 'leaving' })).toEqual([
    { key: 'close', after: helpDesk.closesAfter, send: { is: 'timeout' } },
  ]);
  expect(after('enter', 'leave', 'enter', 'timeout')).toBe('hovered');
  expect(after('enter', 'leave', 'timeout')).toBe('closed');
});

test('stays open after a click until the next click or one elsewhere [WG-05]', () => {
  expect(after('enter', 'click', 'leave', 'timeout')).toBe('pinned');
  expect(after('enter', 'click', 'click')).toBe('closed');
  expect(after('enter', 'click', 'dismiss')).toBe('closed');
});

test('stays closed while it is dragged [WG-05]', () => {
  expect(after('enter', 'click', 'drag', 'enter', 'click')).toBe('dragged');
  expect(after('drag', 'drop')).toBe('closed');
  expect(after('enter', 'drop')).toBe('hovered');
});
