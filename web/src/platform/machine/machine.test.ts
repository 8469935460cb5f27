import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { seconds } from '@foyer/contract/time';
import { type Machine, run } from './machine.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', new EventTarget());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const sleeper: Machine<'asleep' | 'awake', 'ring'> = {
  start: 'asleep',
  next: () => 'awake',
  running: (state) => (state === 'asleep' ? [{ key: 'alarm', after: seconds(10), send: 'ring' }] : []),
};

/** The clock moves and the timers do not, as on a suspended laptop. */
function sleepFor(duration: number) {
  vi.setSystemTime(Date.now() + duration);
  document.dispatchEvent(new Event('visibilitychange'));
}

test('fires a deadline that passed while the laptop was suspended once, on waking', () => {
  const shown: string[] = [];
  run(sleeper, (state) => shown.push(state));

  sleepFor(seconds(9));
  expect(shown).toEqual([]);

  sleepFor(seconds(1));
  expect(shown).toEqual(['awake']);

  vi.advanceTimersByTime(seconds(60));
  expect(shown).toEqual(['awake']);
});

test('a stopped machine changes its state no more', () => {
  const show = vi.fn();
  const flow = run(sleeper, show);
  flow.stop();
  vi.advanceTimersByTime(seconds(60));
  sleepFor(seconds(60));
  flow.send('ring');
  expect(show).not.toHaveBeenCalled();
});

test('leaving a state aborts its request and drops a late response', async () => {
  let answer: (event: 'answered') => void = () => {};
  let asked: AbortSignal | undefined;
  const flow = run<'asking' | 'left' | 'answered', 'leave' | 'answered'>(
    {
      start: 'asking',
      next: (_, event) => (event === 'leave' ? 'left' : 'answered'),
      running: (state) =>
        state === 'asking'
          ? [
              {
                key: 'ask',
                work: (signal) => {
                  asked = signal;
                  return new Promise((resolve) => (answer = resolve));
                },
                failed: 'answered',
              },
            ]
          : [],
    },
    (state) => shown.push(state),
  );
  const shown: string[] = [];

  flow.send('leave');
  expect(asked?.aborted).toBe(true);
  answer('answered');
  await Promise.resolve();
  expect(shown).toEqual(['left']);
});

test.each([
  [
    'throws',
    () => {
      throw new Error('a bug');
    },
  ],
  ['rejects', () => Promise.reject(new Error('a bug'))],
])('work that %s is reported and leads to the failed event', async (_, work) => {
  const shown: string[] = [];
  const machine: Machine<'busy' | 'ready', 'failed'> = {
    start: 'busy',
    next: () => 'ready',
    running: (state) => (state === 'busy' ? [{ key: 'work', work, failed: 'failed' }] : []),
  };
  run(machine, (state) => shown.push(state));
  await expect(vi.runAllTimersAsync()).rejects.toThrow('a bug');
  expect(shown).toEqual(['ready']);
});

test('an answer that the machine cannot take leads to the failed event', async () => {
  const shown: string[] = [];
  const machine: Machine<'busy' | 'ready', 'answered' | 'failed'> = {
    start: 'busy',
    next(_, event) {
      if (event === 'answered') throw new Error('a bug');
      return 'ready';
    },
    running: (state) => (state === 'busy' ? [{ key: 'work', work: async () => 'answered', failed: 'failed' }] : []),
  };
  run(machine, (state) => shown.push(state));
  await expect(vi.runAllTimersAsync()).rejects.toThrow('a bug');
  expect(shown).toEqual(['ready']);
});
