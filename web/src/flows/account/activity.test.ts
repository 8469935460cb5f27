import type { Activity } from '@foyer/contract/flows/account';
import { expect, test, vi } from 'vitest';
import { run } from '../../platform/machine/machine.ts';
import { type ActivityState, activity } from './activity.machine.ts';

const event = (id: string): Activity => ({
  id,
  type: 'signIn',
  actor: 'person',
  device: 'Chrome',
  address: '203.0.113.*',
  at: '2026-01-01T00:00:00Z',
  current: false,
});

async function openActivity() {
  const load = vi.fn(async (before: string | undefined) => {
    const data = before ? { events: [event('1')], more: false } : { events: [event('3'), event('2')], more: true };
    return { is: 'done', data } as const;
  });
  const disown = vi.fn(async (_: string) => ({ is: 'done', data: { sessionEnded: true } }) as const);
  const states: ActivityState[] = [];
  const list = run(activity({ load, disown }), (state) => states.push(state));
  await vi.waitFor(() => expect(states.at(-1)).toMatchObject({ at: 'shown' }));
  return { list, load, disown, latest: () => states.at(-1) };
}

test('earlier events are added below the last one, until there are no more', async () => {
  const { list, load, latest } = await openActivity();
  list.send({ is: 'more' });
  list.send({ is: 'more' });
  await vi.waitFor(() => expect(latest()).toMatchObject({ more: false }));
  expect(latest()).toMatchObject({ events: [{ id: '3' }, { id: '2' }, { id: '1' }] });
  list.send({ is: 'more' });
  expect(load.mock.calls.map(([before]) => before)).toEqual([undefined, '2']);
});

test('an event that was not the person is disowned once, and leads to securing the account', async () => {
  const { list, disown, latest } = await openActivity();
  list.send({ is: 'disown', event: event('2') });
  list.send({ is: 'disown', event: event('3') });
  await vi.waitFor(() => expect(latest()).toMatchObject({ at: 'disowned', event: { id: '2' }, sessionEnded: true }));
  expect(disown.mock.calls).toEqual([['2']]);
  list.send({ is: 'secured' });
  await vi.waitFor(() => expect(latest()).toMatchObject({ at: 'shown' }));
});

test('after a change the list is read again, and stays when that fails', async () => {
  const { list, load, latest } = await openActivity();
  load.mockResolvedValueOnce({ is: 'noResponse' } as never);
  list.send({ is: 'reload' });
  expect(latest()).toMatchObject({ at: 'shown', events: [{ id: '3' }, { id: '2' }] });
  await vi.waitFor(() => expect(latest()).not.toHaveProperty('reloading'));
  expect(latest()).toMatchObject({ at: 'shown', events: [{ id: '3' }, { id: '2' }], more: true });
  load.mockResolvedValueOnce({ is: 'done', data: { events: [event('4'), event('3')], more: true } } as never);
  list.send({ is: 'reload' });
  await vi.waitFor(() => expect(latest()).toMatchObject({ events: [{ id: '4' }, { id: '3' }] }));
});

test('the list stays when disowning or loading more fails', async () => {
  const { list, load, disown, latest } = await openActivity();
  disown.mockResolvedValueOnce({ is: 'noResponse' } as never);
  list.send({ is: 'disown', event: event('2') });
  await vi.waitFor(() => expect(latest()).toMatchObject({ at: 'shown', failed: true, events: [{}, {}] }));
  load.mockResolvedValueOnce({ is: 'noResponse' } as never);
  list.send({ is: 'more' });
  await vi.waitFor(() => expect(latest()).toMatchObject({ at: 'shown', failed: true, more: true, events: [{}, {}] }));
});
