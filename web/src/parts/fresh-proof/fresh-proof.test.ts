import { expect, test, vi } from 'vitest';
import { createRun } from './fresh-proof.tsx';
import type { ProofRequest } from './proof-request.ts';

const request: ProofRequest = { ways: ['password'], preServiceId: 'session' };
const needed = { is: 'needsFreshProof', data: request } as const;
const done = { is: 'done' } as const;

/** A dialog in which the person proves who they are, or which they close. */
function answering(...answers: boolean[]) {
  const shown = vi.fn();
  const signedOut = vi.fn();
  const run = createRun((asking) => {
    shown(asking?.request);
    if (asking) asking.answer(answers.shift() ?? false);
  }, signedOut);
  return { run, shown, signedOut };
}

test('a call that needs no proof is made once, without a question', async () => {
  const { run, shown } = answering();
  const call = vi.fn(async () => done);
  expect(await run(call)).toEqual(done);
  expect(call).toHaveBeenCalledTimes(1);
  expect(shown).not.toHaveBeenCalled();
});

test('a call that needs a proof is made again once it is given, and the dialog closes', async () => {
  const { run, shown } = answering(true);
  const call = vi.fn(async () => done).mockResolvedValueOnce(needed as never);
  expect(await run(call)).toEqual(done);
  expect(call).toHaveBeenCalledTimes(2);
  expect(shown.mock.calls).toEqual([[request], [undefined]]);
});

test('closing the dialog makes no further call', async () => {
  const { run, shown } = answering(false);
  const call = vi.fn(async () => needed);
  expect(await run(call)).toEqual({ is: 'cancelled' });
  expect(call).toHaveBeenCalledTimes(1);
  expect(shown.mock.lastCall).toEqual([undefined]);
});

test('a proof that has expired meanwhile is asked for again', async () => {
  const { run } = answering(true, true);
  const call = vi
    .fn(async () => done)
    .mockResolvedValueOnce(needed as never)
    .mockResolvedValueOnce(needed as never);
  expect(await run(call)).toEqual(done);
  expect(call).toHaveBeenCalledTimes(3);
});

test('a session that has ended leads to sign-in, without a question', async () => {
  const { run, shown, signedOut } = answering();
  expect(await run(async () => ({ is: 'notSignedIn' }))).toEqual({ is: 'notSignedIn' });
  expect(signedOut).toHaveBeenCalledTimes(1);
  expect(shown).not.toHaveBeenCalled();
});
