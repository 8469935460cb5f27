import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { resend } from '@foyer/contract/limits';
import { seconds } from '@foyer/contract/time';
import { run } from '../../platform/machine/machine.ts';
import { secondsLeft } from '../../platform/machine/use-now.ts';
import { type SendCodeState, type SendProblem, type Sent, sendCode, serviceIdOf } from './send-code.machine.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', new EventTarget());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function open(answer: Sent | { problem: SendProblem }, wait: number = resend.afterCode) {
  let state: SendCodeState | undefined;
  const deliver = vi.fn(async (_auth: string): Promise<typeof answer> => answer);
  const flow = run(sendCode({ check: async () => ({ auth: 'pass' }), deliver, wait }), (s) => (state = s));
  return { deliver, flow, state: () => state };
}

test.each([
  ['sixty seconds for sign-in and registration', resend.afterCode, 60],
  ['thirty seconds for the second factor', resend.afterSecondFactor, 30],
])('another code can be had only after %s [CS-03] [CS-04]', async (_, wait, count) => {
  const { deliver, flow, state } = open({ serviceId: 'S1', sentTo: '138****8000' }, wait);
  flow.send({ is: 'press' });
  await vi.advanceTimersByTimeAsync(0);
  expect(deliver).toHaveBeenCalledWith('pass', expect.anything());
  expect(state()).toMatchObject({ at: 'waiting', serviceId: 'S1' });

  flow.send({ is: 'press' });
  await vi.advanceTimersByTimeAsync(seconds(count - 1));
  expect(state()).toMatchObject({ at: 'waiting' });

  await vi.advanceTimersByTimeAsync(seconds(1));
  expect(state()).toEqual({ at: 'ready', sentBefore: true, serviceId: 'S1' });
  expect(deliver).toHaveBeenCalledTimes(1);
});

test('a code that was not sent frees the button at once [CS-04]', async () => {
  const { flow, state } = open({ problem: 'noAnswer' });
  flow.send({ is: 'press' });
  await vi.advanceTimersByTimeAsync(0);
  expect(state()).toEqual({ at: 'ready', sentBefore: false, problem: 'noAnswer' });
});

test('a second code that was not sent leaves the first one usable [CS-04] [BE-09]', async () => {
  const { deliver, flow, state } = open({ serviceId: 'S1', sentTo: '138****8000' });
  flow.send({ is: 'press' });
  await vi.advanceTimersByTimeAsync(resend.afterCode);
  deliver.mockResolvedValueOnce({ problem: 'noAnswer' });
  flow.send({ is: 'press' });
  expect(serviceIdOf(state()!)).toBe('S1');
  await vi.advanceTimersByTimeAsync(0);
  expect(state()).toEqual({ at: 'ready', sentBefore: true, serviceId: 'S1', problem: 'noAnswer' });

  deliver.mockResolvedValueOnce({ serviceId: 'S2', sentTo: '138****8000' });
  flow.send({ is: 'press' });
  await vi.advanceTimersByTimeAsync(0);
  expect(serviceIdOf(state()!)).toBe('S2');
  flow.send({ is: 'startOver' });
  expect(serviceIdOf(state()!)).toBeUndefined();
});

test('the last part of a second still counts as one [CS-10]', () => {
  expect(secondsLeft(60_000, 0)).toBe(60);
  expect(secondsLeft(60_000, 59_001)).toBe(1);
  expect(secondsLeft(60_000, 61_000)).toBe(0);
});
