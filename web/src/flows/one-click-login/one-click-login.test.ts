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

function start(stopped?: boolean) {
  const transfer = vi.fn<Parameters<typeof oneClickLogin>[0]>(async () => ({ is: 'done', data: dan }));
  let state: OneClickState | undefined;
  const flow = run(oneClickLogin(transfer, stopped), (next) => (state = next));
  return { transfer, flow, state: () => state };
}

const pass = (duration: number) => vi.advanceTimersByTimeAsync(duration);

test('signs in once, five seconds after it is visible [DG-03]', async () => {
  const { transfer, flow, state } = start();
  flow.send({ is: 'visible' });
  await pass(seconds(5) - 1);
  expect(transfer).not.toHaveBeenCalled();
  await pass(1);
  expect(transfer).toHaveBeenCalledTimes(1);
  expect(state()).toEqual({ at: 'finished', outcome: { is: 'signedIn', ...dan } });
  flow.send({ is: 'signIn' });
  await pass(minutes(1));
  expect(transfer).toHaveBeenCalledTimes(1);
});

test('the countdown runs only while the page is visible [DG-03] [AC-16]', async () => {
  const { transfer, flow } = start();
  await pass(minutes(1));
  flow.send({ is: 'visible' });
  await pass(seconds(3));
  flow.send({ is: 'hidden' });
  await pass(minutes(1));
  flow.send({ is: 'visible' });
  await pass(seconds(2) - 1);
  expect(transfer).not.toHaveBeenCalled();
  await pass(1);
  expect(transfer).toHaveBeenCalledTimes(1);
});

test('the button signs in at once, and two clicks send one request [DG-03]', async () => {
  const { transfer, flow } = start();
  flow.send({ is: 'visible' });
  flow.send({ is: 'signIn' });
  flow.send({ is: 'signIn' });
  await pass(seconds(10));
  expect(transfer).toHaveBeenCalledTimes(1);
});

test.each([false, true])(
  'without a countdown only the button signs in; restored: %s [DG-03] [AC-16]',
  async (restored) => {
    const { transfer, flow, state } = start(restored);
    flow.send({ is: 'visible' });
    if (!restored) flow.send({ is: 'stop' });
    flow.send({ is: 'hidden' });
    flow.send({ is: 'visible' });
    await pass(minutes(1));
    expect(transfer).not.toHaveBeenCalled();
    if (!restored) expect(state()).toEqual({ at: 'waiting' });
    flow.send({ is: 'signIn' });
    await pass(0);
    expect(transfer).toHaveBeenCalledTimes(1);
  },
);

test('a refusal is reported and not retried by itself [DG-03]', async () => {
  const { transfer, flow, state } = start();
  transfer.mockResolvedValue({ is: 'refused', code: 1, message: 'Busy' });
  flow.send({ is: 'visible' });
  await pass(minutes(1));
  expect(transfer).toHaveBeenCalledTimes(1);
  expect(state()).toEqual({ at: 'waiting', failure: { message: 'Busy' } });
});

test('no request is sent once the scan has expired [DG-03]', async () => {
  const { transfer, flow, state } = start();
  transfer.mockResolvedValue({ is: 'authorisationExpired', data: null, message: 'Expired' });
  flow.send({ is: 'signIn' });
  await pass(0);
  flow.send({ is: 'signIn' });
  await pass(minutes(1));
  expect(transfer).toHaveBeenCalledTimes(1);
  expect(state()).toEqual({ at: 'tooLate' });
});
