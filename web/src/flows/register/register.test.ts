import { beforeEach, expect, test, vi } from 'vitest';
import type { Api } from '@foyer/contract/api-client';
import { agreementVersion } from '@foyer/contract/agreement-version';
import { agree } from '@foyer/contract/flows/agreement';
import { commitPassword } from '@foyer/contract/flows/password-login';
import { checkAccountTaken, registerAccount } from '@foyer/contract/flows/register';
import { verifyCode } from '@foyer/contract/flows/send-code';
import { run } from '../../platform/machine/machine.ts';
import { register } from './register.machine.ts';

const values = {
  account: '13800138000',
  code: '123456',
  serviceId: 's1',
  password: 'Foyer-2026',
  repeatPassword: 'Foyer-2026',
  agreed: true,
};

beforeEach(() => void vi.stubGlobal('document', new EventTarget()));

/** Registers with a service that answers `signedIn` to the sign-in and `agreed` to the agreement. */
async function start(signedIn: object, agreed: object = { is: 'done', data: {} }) {
  const requests: [path: string, request: unknown][] = [];
  const replies = new Map<unknown, object>([
    [verifyCode, { is: 'done', data: null }],
    [checkAccountTaken, { is: 'done', data: { accountExist: false } }],
    [registerAccount, { is: 'done', data: null }],
    [commitPassword, { is: 'done', data: signedIn }],
    [agree, agreed],
  ]);
  const api = (async (call: { path: string }, request: unknown) => {
    requests.push([call.path, request]);
    return replies.get(call);
  }) as Api;
  const states: unknown[] = [];
  const machine = register({
    api,
    hash: async () => 'hash',
    loginParams: async () => ({ endpoint: 'PC', env: { fingerprint: '' } }),
    source: { pub: 'p', chl: 'web', tml: 'pc' },
  });
  run(machine, (state) => states.push(state)).send({ is: 'submit', values });
  await new Promise((resolve) => setImmediate(resolve));
  return { requests, state: states.at(-1) };
}

const registered = { at: 'finished', result: { is: 'registered', principal: values.account } };

test.each([
  ['asks for it', { needAgreement: true }],
  ['needs none', { needAgreement: false }],
  ['does not say', {}],
])('the agreement is recorded after a registration whose sign-in %s [RG-02]', async (_, signedIn) => {
  const { requests, state } = await start(signedIn);
  expect(requests.at(-1)).toEqual([agree.path, { version: agreementVersion }]);
  expect(requests.map(([path]) => path)).toEqual(
    [verifyCode, checkAccountTaken, registerAccount, commitPassword, agree].map(({ path }) => path),
  );
  expect(state).toEqual(registered);
});

test('an agreement that could not be recorded is asked for, if it is needed [RG-02] [RG-10]', async () => {
  const lost = { is: 'noResponse' };
  expect((await start({ needAgreement: true }, lost)).state).toEqual({
    at: 'finished',
    result: { is: 'signedIn', needAgreement: true },
  });
  expect((await start({ needAgreement: false }, lost)).state).toEqual(registered);
});
