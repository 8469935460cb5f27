import { expect, test } from 'vitest';
import { helpDesk } from '@foyer/contract/help-desk-limits';
import { type DeskEvent, type DeskState, helpDeskMachine as machine } from './help-desk.machine.ts';

const after = (...events: DeskEvent['is'][]) =>
  events.reduce<DeskState>((state, is) => machine.next(state, { is }), machine.start).at;

test('articles show when someone comes near and go a moment after they left [WG-05]', () => {
  expect(after('come')).toBe('peeked');
  expect(after('come', 'leave')).toBe('leaving');
  expect(machine.running({ at: 'leaving' })).toEqual([
    { key: 'over', after: helpDesk.lingersFor, send: { is: 'over' } },
  ]);
  expect(after('come', 'leave', 'come', 'over')).toBe('peeked');
  expect(after('come', 'leave', 'over')).toBe('closed');
});

test('what was pressed stays until it is pressed again or someone goes elsewhere [WG-05]', () => {
  expect(after('come', 'press', 'leave', 'over')).toBe('pressed');
  expect(after('come', 'press', 'press')).toBe('closed');
  expect(after('come', 'press', 'away')).toBe('closed');
});

test('nothing shows while it is dragged, whatever the pointer passes [WG-05]', () => {
  expect(after('come', 'press', 'drag', 'come', 'press')).toBe('dragged');
  expect(after('drag', 'drop')).toBe('closed');
  expect(after('come', 'drop')).toBe('peeked');
});
