import { beforeEach, expect, test, vi } from 'vitest';
import type { CallResult } from '@foyer/contract/call';
import type { commitCode } from '@foyer/contract/flows/code-login';
import type { verifyCode } from '@foyer/contract/flows/send-code';
import { run } from '../../platform/machine/machine.ts';
import { codeLogin } from './code-login.machine.ts';

const values = { account: '13800138000', code: '123456', serviceId: 's1' };
const signedIn = { ouid: 'mei', url: '/home', loginDoubleCheck: false, needAgreement: false, newUser: false };

beforeEach(() => void vi.stubGlobal('document', new EventTarget()));

function start(verifying: CallResult<typeof verifyCode>[], committing: CallResult<typeof commitCode>[]) {
  const verify = vi.fn(async () => verifying.shift()!);
  const commit = vi.fn(async () => committing.shift()!);
  const states: unknown[] = [];
  const flow = run(codeLogin({ verify, commit }), (state) => states.push(state));
  async function submit(changes = {}) {
    flow.send({ is: 'submit', values: { ...values, ...changes } });
    await new Promise((resolve) => setImmediate(resolve));
    return states.at(-1);
  }
  return { verify, commit, submit };
}

test('a verified code is not verified again when the sign-in response was lost [LF-06] [ER-03]', async () => {
  const { verify, commit, submit } = start(
    [{ is: 'done', data: null }],
    [{ is: 'noResponse' }, { is: 'done', data: signedIn }],
  );
  expect(await submit()).toEqual({ at: 'editing', problems: { form: 'noResponse' }, refused: true });
  expect(await submit()).toEqual({ at: 'finished', result: { is: 'signedIn', ...signedIn } });
  expect(verify).toHaveBeenCalledTimes(1);
  expect(commit).toHaveBeenCalledTimes(2);
});

test('another code is verified again, a wrong one does not sign in, and is not sent twice [LF-06]', async () => {
  const wrong = { is: 'wrongCode', data: { attemptsLeft: 4 }, message: 'wrong' } as const;
  const { verify, commit, submit } = start([{ is: 'done', data: null }, wrong], [{ is: 'noResponse' }]);
  await submit();
  const wrongCode = { at: 'editing', problems: { code: { message: 'wrong' } }, refused: true };
  expect(await submit({ serviceId: 's2' })).toEqual(wrongCode);
  expect(await submit({ serviceId: 's2' })).toEqual(wrongCode);
  expect(verify).toHaveBeenCalledTimes(2);
  expect(commit).toHaveBeenCalledTimes(1);
});

test('a remembered account is not typed, and is never created', async () => {
  const { commit, submit } = start(
    [{ is: 'done', data: null }],
    [{ is: 'needsAgreement', data: { version: '2026-11' }, message: 'agree' }],
  );
  expect(await submit({ account: '', handle: 'h1' })).toEqual({
    at: 'editing',
    refused: true,
    problems: { form: { message: 'agree' } },
  });
  expect(commit).toHaveBeenCalledWith({ preServiceId: 'h1', serviceId: 's1' }, expect.anything());
});
