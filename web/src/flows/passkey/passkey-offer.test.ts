import { expect, test, vi } from 'vitest';
import { run } from '../../platform/machine/machine.ts';
import { type PasskeyOfferState, passkeyOffer } from './passkey-offer.machine.ts';
import type { CreateReply } from './passkey-offer.service.ts';

function start(reply: CreateReply = { is: 'created' }) {
  const create = vi.fn(async (_: AbortSignal) => reply);
  const decline = vi.fn(async (_: 'later' | 'never') => {});
  const shown: PasskeyOfferState[] = [];
  const flow = run(passkeyOffer({ create, decline }), (state) => shown.push(state));
  return { create, decline, flow, shown };
}

test('a passkey that was created ends the offer without an answer', async () => {
  const { create, decline, flow, shown } = start();
  flow.send({ is: 'create' });
  flow.send({ is: 'create' });
  await vi.waitFor(() => expect(shown.at(-1)).toEqual({ at: 'finished' }));
  expect(create).toHaveBeenCalledTimes(1);
  expect(decline).not.toHaveBeenCalled();
});

test.each(['later', 'never'] as const)('the answer "%s" is stored before the sign-in continues', async (answer) => {
  const { create, decline, flow, shown } = start();
  flow.send({ is: answer });
  flow.send({ is: 'create' });
  await vi.waitFor(() => expect(shown.at(-1)).toEqual({ at: 'finished' }));
  expect(decline.mock.calls).toEqual([[answer]]);
  expect(create).not.toHaveBeenCalled();
});

test.each<[CreateReply, PasskeyOfferState]>([
  [{ is: 'cancelled' }, { at: 'asking', failure: 'notCreated' }],
  [{ is: 'unavailable' }, { at: 'asking', failure: 'notCreated' }],
  [
    { is: 'failed', failure: 'noResponse' },
    { at: 'asking', failure: 'noResponse' },
  ],
])('after %j the person can try again or decline', async (reply, state) => {
  const { flow, shown } = start(reply);
  flow.send({ is: 'create' });
  await vi.waitFor(() => expect(shown.at(-1)).toEqual(state));
});
