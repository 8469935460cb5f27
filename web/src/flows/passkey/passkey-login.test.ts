import { expect, test, vi } from 'vitest';
import { run } from '../../platform/machine/machine.ts';
import { type PasskeyLoginState, passkeyLogin } from './passkey-login.machine.ts';
import type { PasskeyReply } from './passkey-login.service.ts';

const signedIn = { ouid: 'mei', url: '/home', loginDoubleCheck: false, needAgreement: false, newUser: false };

/** Presses the button twice. */
async function press(reply: PasskeyReply) {
  const signIn = vi.fn(async (_: AbortSignal) => reply);
  const shown: PasskeyLoginState[] = [];
  const flow = run(passkeyLogin(signIn), (state) => shown.push(state));
  flow.send({ is: 'press' });
  flow.send({ is: 'press' });
  await vi.waitFor(() => expect(shown).toHaveLength(2));
  expect(signIn).toHaveBeenCalledTimes(1);
  return shown;
}

test('two presses ask for one passkey, which signs in', async () => {
  expect(await press({ is: 'done', data: signedIn })).toEqual([
    { at: 'asking' },
    { at: 'finished', outcome: { is: 'signedIn', ...signedIn } },
  ]);
});

test('an invited account continues with the identity check', async () => {
  const data = { name: '尹*', desIdNo: '1101****', serviceId: 's', codeBy: undefined, token: undefined };
  expect((await press({ is: 'needsIdentityCheck', data })).at(-1)).toMatchObject({
    at: 'finished',
    outcome: { is: 'needsIdentityCheck', serviceId: 's' },
  });
});

test.each<[string, PasskeyReply, PasskeyLoginState]>([
  ['says nothing when the person closes the list of the browser', { is: 'cancelled' }, { at: 'ready' }],
  ['reports that the browser could not ask', { is: 'unavailable' }, { at: 'ready', failure: 'unavailable' }],
  [
    'shows why the passkey was refused',
    { is: 'unknownPasskey', data: null, message: 'removed' },
    { at: 'ready', failure: { message: 'removed' } },
  ],
  ['reports a missing response', { is: 'noResponse' }, { at: 'ready', failure: 'noResponse' }],
])('%s, and the button can be pressed again', async (_, reply, state) => {
  expect((await press(reply)).at(-1)).toEqual(state);
});
