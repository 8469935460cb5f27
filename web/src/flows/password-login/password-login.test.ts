import { expect, test, vi } from 'vitest';
import type { CallResult } from '@foyer/contract/call';
import type { commitPassword } from '@foyer/contract/flows/password-login';
import type { FormState } from '../../platform/forms/form-machine.ts';
import { run } from '../../platform/machine/machine.ts';
import type { Outcome } from '../outcome.ts';
import { type NeedsCode, type Problems, type Values, passwordLogin } from './password-login.machine.ts';

type State = FormState<Values, Problems, Outcome | NeedsCode>;
type Reply = CallResult<typeof commitPassword>;
const values = { account: '13800138000', password: 'Foyer-2026' };
const signedIn = { ouid: 'mei', url: '/home', loginDoubleCheck: false, needAgreement: false, newUser: false };

function start(replies: Reply[], options?: { offersCode: boolean }) {
  const commit = vi.fn(async () => replies.shift()!);
  const states: State[] = [];
  const flow = run(passwordLogin(commit, options), (state) => states.push(state));
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return { commit, flow, settle, state: () => states.at(-1) };
}

test('two quick submits send one request [LF-12]', async () => {
  const { commit, flow, settle, state } = start([{ is: 'done', data: signedIn }]);
  flow.send({ is: 'submit', values });
  flow.send({ is: 'submit', values });
  await settle();
  expect(commit).toHaveBeenCalledTimes(1);
  expect(state()).toEqual({ at: 'finished', result: { is: 'signedIn', ...signedIn } });

  flow.send({ is: 'submit', values });
  await settle();
  expect(commit).toHaveBeenCalledTimes(1);
});

test('an empty or invalid field is reported and nothing is sent [LF-08] [VA-01]', async () => {
  const { commit, flow, state } = start([]);
  flow.send({ is: 'submit', values: { account: ' ', password: '' } });
  expect(state()).toEqual({ at: 'editing', problems: { account: 'empty', password: 'empty' } });
  flow.send({ is: 'submit', values: { account: '1380013800', password: ' ' } });
  expect(state()).toEqual({ at: 'editing', problems: { account: 'invalid' } });
  expect(commit).not.toHaveBeenCalled();
});

test('a remembered account is submitted by its handle', async () => {
  const { commit, flow, settle, state } = start([{ is: 'unknownServiceId', data: null, message: 'forgotten' }]);
  const remembered = { account: '', handle: 'h1', password: 'Foyer-2026' };
  flow.send({ is: 'submit', values: remembered });
  await settle();
  expect(commit).toHaveBeenCalledWith(remembered, expect.anything());
  expect(state()).toEqual({ at: 'editing', problems: { form: { message: 'forgotten' } }, refused: true });
});

test('editing a field removes its problem and keeps those of other fields', () => {
  const { flow, state } = start([]);
  flow.send({ is: 'submit', values: { account: '', password: '' } });
  flow.send({ is: 'edit', field: 'account' });
  expect(state()).toEqual({ at: 'editing', problems: { password: 'empty' }, edited: true });
});

test.each<[string, Reply, State]>([
  [
    'a wrong password is reported at its field',
    { is: 'wrongCredentials', data: { attemptsLeft: 4 }, message: 'wrong' },
    { at: 'editing', problems: { password: { message: 'wrong', persistent: false } }, refused: true },
  ],
  [
    'a lockout is reported at the password until the next edit',
    { is: 'lockedOut', data: { retryAfter: 900 }, message: 'locked' },
    { at: 'editing', problems: { password: { message: 'locked', persistent: true } }, refused: true },
  ],
  [
    'an error with a message shows that message [ER-02]',
    { is: 'refused', code: 500, message: 'try later' },
    { at: 'editing', problems: { form: { message: 'try later' } }, refused: true },
  ],
  [
    'an error without a message shows the general one [ER-02]',
    { is: 'refused', code: 500 },
    { at: 'editing', problems: { form: 'unknown' }, refused: true },
  ],
  [
    'a missing response shows the network message [ER-03]',
    { is: 'noResponse' },
    { at: 'editing', problems: { form: 'noResponse' }, refused: true },
  ],
])('%s, and the form can be submitted again', async (_, reply, expected) => {
  const { commit, flow, settle, state } = start([reply, { is: 'noResponse' }]);
  flow.send({ is: 'submit', values });
  await settle();
  expect(state()).toEqual(expected);

  flow.send({ is: 'submit', values });
  await settle();
  expect(commit).toHaveBeenCalledTimes(2);
});

test('an account with too many wrong passwords leads to the code, with the reason [D-36]', async () => {
  const { flow, settle, state } = start([{ is: 'needsCode', data: null, message: 'use a code' }]);
  flow.send({ is: 'submit', values });
  await settle();
  expect(state()).toEqual({ at: 'finished', result: { is: 'needsCode', failure: { message: 'use a code' } } });
});

test('where codes are not offered, too many wrong passwords are a problem of the form', async () => {
  const { flow, settle, state } = start([{ is: 'needsCode', data: null, message: 'use a code' }], {
    offersCode: false,
  });
  flow.send({ is: 'submit', values });
  await settle();
  expect(state()).toMatchObject({ at: 'editing', problems: { form: { message: 'use a code' } } });
});
