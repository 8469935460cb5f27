import { expect, test } from 'vitest';
import { type LoadState, loading } from './load.machine.ts';
import { run } from './machine.ts';

type Reply = { is: 'done'; data: string } | { is: 'noResponse' };

/** A loader whose requests the test answers in any order. */
function openLoader() {
  const requests: { signal: AbortSignal; answer(reply: Reply): Promise<void> }[] = [];
  let state: LoadState<string> | undefined;
  const flow = run(
    loading<string>(
      (signal) =>
        new Promise((resolve) => {
          const answer = async (reply: Reply) => {
            resolve(reply);
            for (let i = 0; i < 9; i++) await Promise.resolve();
          };
          requests.push({ signal, answer });
        }),
    ),
    (next) => (state = next),
  );
  return { requests, load: () => flow.send({ is: 'load' }), stop: flow.stop, state: () => state };
}
const done = (data: string) => ({ is: 'done', data }) as const;

test('shows the newest answer, also when an older one arrives after it', async () => {
  const { requests, load, state } = openLoader();
  load();
  expect(requests.map(({ signal }) => signal.aborted)).toEqual([true, false]);
  await requests[1]!.answer(done('new'));
  await requests[0]!.answer(done('old'));
  expect(state()).toMatchObject({ at: 'loaded', data: 'new' });
});

test('shows what is loaded until it is loaded again, and when that fails', async () => {
  const { requests, load, state } = openLoader();
  await requests[0]!.answer(done('first'));
  load();
  expect(state()).toMatchObject({ at: 'reloading', data: 'first' });
  await requests[1]!.answer({ is: 'noResponse' });
  expect(state()).toMatchObject({ at: 'loaded', data: 'first' });
});

test('says why nothing was loaded, and loads when asked again', async () => {
  const { requests, load, state } = openLoader();
  await requests[0]!.answer({ is: 'noResponse' });
  expect(state()).toMatchObject({ at: 'failed', failure: 'noResponse' });
  load();
  expect(state()).toMatchObject({ at: 'loading' });
  await requests[1]!.answer(done('late'));
  expect(state()).toMatchObject({ at: 'loaded', data: 'late' });
});

test('cancels its request when the component is gone', () => {
  const { requests, stop } = openLoader();
  stop();
  expect(requests[0]!.signal.aborted).toBe(true);
});
