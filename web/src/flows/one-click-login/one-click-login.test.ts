import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { minutes, seconds } from '@foyer/contract/time';
import { run } from '../../platform/machine/machine.ts';
import { type OneClickState, oneClickLogin } from './one-click-login.machine.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', new EventTarget());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const dan = { ouid: 'dan', url: '/home', loginDoubleCheck: false, needAgreement: false, newUser: false };

function open(stopped?: boolean) {
  const transfer = vi.fn<Parameters<typeof oneClickLogin>[0]>(async () => ({ is: 'done', data: dan }));
  let state: OneClickState | undefined;
  const flow = run(oneClickLogin(transfer, stopped), (next) => (state = next));
  return { transfer, flow, state: () => state };
}

const pass = (duration: number) => vi.advanceTimersByTimeAsync(duration);

test('five seconds after it is seen it signs in by itself, once [DG-03]', async () => {
  const { transfer, flow, state } = open();
  flow.send({ is: 'seen' });
  await pass(seconds(5) - 1);
  expect(transfer).not.toHaveBeenCalled();
  await pass(1);
  expect(transfer).toHaveBeenCalledTimes(1);
  expect(state()).toEqual({ at: 'ended', outcome: { is: 'signedIn', ...dan } });
  flow.send({ is: 'signIn' });
  await pass(minutes(1));
  expect(transfer).toHaveBeenCalledTimes(1);
});

test('only the time counts in which someone looks [DG-03] [AC-16]', async () => {
  const { transfer, flow } = open();
  await pass(minutes(1));
  flow.send({ is: 'seen' });
  await pass(seconds(3));
  flow.send({ is: 'hidden' });
  await pass(minutes(1));
  flow.send({ is: 'seen' });
  await pass(seconds(2) - 1);
  expect(transfer).not.toHaveBeenCalled();
  await pass(1);
  expect(transfer).toHaveBeenCalledTimes(1);
});

test('the button does it at once, and twice is once [DG-03]', async () => {
  const { transfer, flow } = open();
  flow.send({ is: 'seen' });
  flow.send({ is: 'signIn' });
  flow.send({ is: 'signIn' });
  await pass(seconds(10));
  expect(transfer).toHaveBeenCalledTimes(1);
});

test.each([false, true])(
  'the countdown can be stopped; then only the button signs in: found so %s [DG-03] [AC-16]',
  async (found) => {
    const { transfer, flow, state } = open(found);
    flow.send({ is: 'seen' });
    if (!found) flow.send({ is: 'stop' });
    flow.send({ is: 'hidden' });
    flow.send({ is: 'seen' });
    await pass(minutes(1));
    expect(transfer).not.toHaveBeenCalled();
    if (!found) expect(state()).toEqual({ at: 'waiting' });
    flow.send({ is: 'signIn' });
    await pass(0);
    expect(transfer).toHaveBeenCalledTimes(1);
  },
);

test('what was refused is told and not tried again by itself [DG-03]', async () => {
  const { transfer, flow, state } = open();
  transfer.mockResolvedValue({ is: 'refused', code: 1, message: 'Busy' });
  flow.send({ is: 'seen' });
  await pass(minutes(1));
  expect(transfer).toHaveBeenCalledTimes(1);
  expect(state()).toEqual({ at: 'waiting', trouble: { message: 'Busy' } });
});

test('once the scan counts no more, no press asks again [DG-03]', async () => {
  const { transfer, flow, state } = open();
  transfer.mockResolvedValue({ is: 'authorisationExpired', data: null, message: 'Expired' });
  flow.send({ is: 'signIn' });
  await pass(0);
  flow.send({ is: 'signIn' });
  await pass(minutes(1));
  expect(transfer).toHaveBeenCalledTimes(1);
  expect(state()).toEqual({ at: 'tooLate' });
});
