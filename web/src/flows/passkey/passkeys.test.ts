import type { Passkey } from '@foyer/contract/flows/passkey';
import { expect, test, vi } from 'vitest';
import { run } from '../../platform/machine/machine.ts';
import { type ActionResult, type PasskeysState, passkeys } from './passkeys.machine.ts';

const passkey: Passkey = { id: 'one', credentialId: 'c', synced: false, createdAt: '2026-01-01T00:00:00Z' };
const known = { rpId: 'localhost', user: { id: 'u', name: 'n', displayName: 'd' }, passkeys: [passkey] };

test.each<[ActionResult, object]>([
  [{ is: 'failed', failure: 'noResponse' }, { failure: 'noResponse' }],
  [{ is: 'cancelled' }, {}],
])('a new name that is not stored keeps its dialog open: %o', async (result, shown) => {
  const states: PasskeysState[] = [];
  const perform = vi.fn(async () => result);
  const section = run(passkeys({ load: async () => ({ is: 'done', data: known }), perform }), (state) =>
    states.push(state),
  );
  await vi.waitFor(() => expect(states.at(-1)).toEqual({ at: 'shown', known }));
  section.send({ is: 'ask', type: 'rename', passkey });
  section.send({ is: 'act', action: { type: 'rename', passkey, name: 'Laptop' } });
  section.send({ is: 'act', action: { type: 'rename', passkey, name: 'Laptop' } });
  await vi.waitFor(() => expect(states.at(-1)).toEqual({ at: 'asking', known, type: 'rename', passkey, ...shown }));
  expect(perform).toHaveBeenCalledTimes(1);
});
