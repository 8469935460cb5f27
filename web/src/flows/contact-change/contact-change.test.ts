import { expect, test } from 'vitest';
import { changeContact } from './change-contact.machine.ts';
import { undoChange } from './undo-change.machine.ts';

const confirm = (reply: object) => async () => reply as { is: 'done'; data: null };
const values = { contact: '13800138001', code: '482913', serviceId: 's' };

async function submit(reply: object) {
  const [effect] = changeContact('mobile', '13800138000', confirm(reply)).running({ at: 'submitting', values });
  const event = effect && 'work' in effect ? await effect.work(new AbortController().signal) : undefined;
  return event?.is === 'settled' ? event.outcome : undefined;
}

test('the new number has to be a number, and another one than now', () => {
  const machine = changeContact('mobile', '13800138000', confirm({ is: 'done' }));
  const problemOf = (contact: string) => machine.next(machine.start, { is: 'submit', values: { ...values, contact } });
  expect(problemOf(' ')).toMatchObject({ problems: { contact: 'empty' } });
  expect(problemOf('mei@example.com')).toMatchObject({ problems: { contact: 'invalid' } });
  expect(problemOf('+86 138-0013-8000')).toMatchObject({ problems: { contact: 'same' } });
  expect(problemOf('13800138001')).toMatchObject({ at: 'submitting' });
});

test('a refused contact is marked at its field, a wrong code at the code, and a cancelled proof nowhere', async () => {
  expect(await submit({ is: 'done', data: null })).toEqual({ result: 'changed' });
  expect(await submit({ is: 'contactTaken', message: 'Taken' })).toEqual({
    problems: { contact: { message: 'Taken' } },
  });
  expect(await submit({ is: 'wrongCode', message: 'Wrong' })).toEqual({ problems: { code: { message: 'Wrong' } } });
  expect(await submit({ is: 'cancelled' })).toEqual({ problems: {} });
  expect(await submit({ is: 'notSignedIn' })).toEqual({ result: 'signedOut' });
  expect(await submit({ is: 'noResponse' })).toEqual({ problems: { form: 'noResponse' } });
});

test('a link that was used or is too old is never offered, and nothing is undone before the person presses', () => {
  const offer = { kind: 'email', changedAt: '', undoUntil: '' } as const;
  const machine = undoChange({ load: () => undefined, undo: () => Promise.reject(new Error('Not expected')) });
  const loaded = machine.next(machine.start, { is: 'loaded', reply: { is: 'done', data: offer } });
  expect(loaded).toEqual({ at: 'asking', offer });
  expect(machine.running(loaded)).toEqual([]);
  expect(machine.next(machine.start, { is: 'loaded', reply: { is: 'undoExpired', data: null } })).toEqual({
    at: 'expired',
  });
  const undoing = machine.next(loaded, { is: 'undo' });
  expect(machine.next(undoing, { is: 'answered', reply: { is: 'noResponse' } })).toEqual({
    at: 'asking',
    offer,
    failure: 'noResponse',
  });
});

test('a contact that has another account is proven by a code first, and so is the next one [D-50]', () => {
  const offer = { kind: 'email', changedAt: '', undoUntil: '' } as const;
  const machine = undoChange({ load: () => undefined, undo: () => Promise.reject(new Error('Not expected')) });
  const needs = (kind: 'mobile' | 'email') => ({ is: 'needsContactCode', data: { kind, contact: '1****' } }) as const;
  const proving = machine.next({ at: 'undoing', offer }, { is: 'answered', reply: needs('mobile') });
  expect(proving).toEqual({ at: 'proving', offer, kind: 'mobile', contact: '1****' });
  expect(machine.running(proving)).toEqual([]);
  expect(machine.next(proving, { is: 'answered', reply: needs('email') })).toMatchObject({ kind: 'email' });
  expect(machine.next(proving, { is: 'answered', reply: { is: 'done', data: null } })).toEqual({ at: 'undone' });
});

test('a change that is undone already is reported as undone, also when the answer to the press was lost', () => {
  const offer = { kind: 'email', changedAt: '', undoUntil: '' } as const;
  const machine = undoChange({ load: () => undefined, undo: () => Promise.reject(new Error('Not expected')) });
  const done = { is: 'done', data: { ...offer, undoneAt: '2026-01-01T00:00:00Z' } } as const;
  const undone = { at: 'undone', undoneAt: '2026-01-01T00:00:00Z' };
  expect(machine.next(machine.start, { is: 'loaded', reply: done })).toEqual(undone);
  const again = machine.next({ at: 'undoing', offer }, { is: 'answered', reply: { is: 'undoExpired', data: null } });
  expect(again).toEqual({ at: 'loading' });
  expect(machine.next(again, { is: 'loaded', reply: done })).toEqual(undone);
});

test('a change that waits is stopped, and reported as stopped when the link is opened again', () => {
  const offer = { kind: 'mobile', changedAt: '', undoUntil: '', takesPlaceAt: '2026-01-04T00:00:00Z' } as const;
  const machine = undoChange({ load: () => undefined, undo: () => Promise.reject(new Error('Not expected')) });
  const stopped = machine.next({ at: 'undoing', offer }, { is: 'answered', reply: { is: 'done', data: null } });
  expect(stopped).toEqual({ at: 'undone', stopped: true });
  const undoneAt = '2026-01-01T00:00:00Z';
  const reply = { is: 'done', data: { ...offer, undoneAt } } as const;
  expect(machine.next(machine.start, { is: 'loaded', reply })).toEqual({ ...stopped, undoneAt });
});

test('a page that has lost the link does not say that the link was used', () => {
  const machine = undoChange({ load: () => undefined, undo: () => Promise.reject(new Error('Not expected')) });
  expect(machine.next(machine.start, { is: 'loaded', reply: { is: 'noHandle' } })).toEqual({ at: 'noHandle' });
});
