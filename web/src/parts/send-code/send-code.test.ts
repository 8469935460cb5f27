import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { resend } from '@foyer/contract/limits';
import { seconds } from '@foyer/contract/time';
import { run } from '../../platform/machine/machine.ts';
import { secondsLeft } from '../../platform/machine/use-now.ts';
import { type SendCodeState, type NotSent, type SentCode, sendCode } from './send-code.machine.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', new EventTarget());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function open(delivery: SentCode | NotSent, resendAfter: number = resend.afterCode) {
  let state: SendCodeState | undefined;
  const deliver = vi.fn(async (): Promise<typeof delivery> => delivery);
  const flow = run(sendCode({ deliver, resendAfter }), (next) => (state = next));
  return { deliver, flow, state: () => state };
}

test.each([
  ['60 seconds for sign-in and registration', resend.afterCode, 60],
  ['30 seconds for the second factor', resend.afterSecondFactor, 30],
])('another code can be requested only after %s [CS-03] [CS-04]', async (_, resendAfter, count) => {
  const { deliver, flow, state } = open({ serviceId: 'S1', sentTo: '138****8000' }, resendAfter);
  flow.send({ is: 'request' });
  await vi.advanceTimersByTimeAsync(0);
  expect(state()).toMatchObject({ at: 'waiting', serviceId: 'S1' });

  flow.send({ is: 'request' });
  await vi.advanceTimersByTimeAsync(seconds(count - 1));
  expect(state()).toMatchObject({ at: 'waiting' });

  await vi.advanceTimersByTimeAsync(seconds(1));
  expect(state()).toEqual({ at: 'ready', serviceId: 'S1' });
  expect(deliver).toHaveBeenCalledTimes(1);
});

test('a code that was not sent can be requested again at once [CS-04]', async () => {
  const { flow, state } = open({ problem: 'noResponse' });
  flow.send({ is: 'request' });
  await vi.advanceTimersByTimeAsync(0);
  expect(state()).toEqual({ at: 'ready', problem: 'noResponse' });
});

test('a code that was requested too soon can be requested when the service says so', async () => {
  const { deliver, flow, state } = open({ problem: { message: 'Too soon' }, retryAfter: 23 });
  flow.send({ is: 'request' });
  await vi.advanceTimersByTimeAsync(0);
  expect(state()).toMatchObject({ at: 'ready', resendAt: Date.now() + seconds(23) });
  flow.send({ is: 'request' });
  await vi.advanceTimersByTimeAsync(seconds(23) - 1);
  expect(deliver).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(state()).toEqual({ at: 'ready' });
});

test('a code that was sent before can be entered, and another one requested when the service says so', async () => {
  const { flow, state } = open({ serviceId: 'S1', sentTo: '***', retryAfter: 23 }, resend.afterSecondFactor);
  flow.send({ is: 'request' });
  await vi.advanceTimersByTimeAsync(0);
  expect(state()).toMatchObject({ at: 'waiting', serviceId: 'S1', resendAt: Date.now() + seconds(23) });
});

test('the first code stays valid when the second was not sent [CS-04] [BE-09]', async () => {
  const { deliver, flow, state } = open({ serviceId: 'S1', sentTo: '138****8000' });
  flow.send({ is: 'request' });
  await vi.advanceTimersByTimeAsync(resend.afterCode);
  deliver.mockResolvedValueOnce({ problem: 'noResponse' });
  flow.send({ is: 'request' });
  expect(state()!.serviceId).toBe('S1');
  await vi.advanceTimersByTimeAsync(0);
  expect(state()).toEqual({ at: 'ready', serviceId: 'S1', problem: 'noResponse' });

  deliver.mockResolvedValueOnce({ serviceId: 'S2', sentTo: '138****8000' });
  flow.send({ is: 'request' });
  await vi.advanceTimersByTimeAsync(0);
  expect(state()!.serviceId).toBe('S2');
  flow.send({ is: 'reset' });
  expect(state()!.serviceId).toBeUndefined();
});

test('the countdown rounds up to whole seconds [CS-10]', () => {
  expect(secondsLeft(60_000, 0)).toBe(60);
  expect(secondsLeft(60_000, 59_001)).toBe(1);
  expect(secondsLeft(60_000, 61_000)).toBe(0);
});
