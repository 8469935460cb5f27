import { beforeEach, expect, test, vi } from 'vitest';
import type { CallResult } from '@foyer/contract/call';
import type { commitCode } from '@foyer/contract/flows/code-login';
import type { verifyCode } from '@foyer/contract/flows/send-code';
import { run } from '../../platform/machine/machine.ts';
import { codeLogin } from './code-login.machine.ts';

const typed = { account: '13800138000', code: '123456', serviceId: 's1' };
const signedIn = { ouid: 'mei', url: '/home', loginDoubleCheck: false, needAgreement: false, newUser: false };

beforeEach(() => void vi.stubGlobal('document', new EventTarget()));

function open(verifying: CallResult<typeof verifyCode>[], committing: CallResult<typeof commitCode>[]) {
  const verify = vi.fn(async () => verifying.shift()!);
  const commit = vi.fn(async () => committing.shift()!);
  const states: unknown[] = [];
  const flow = run(codeLogin({ verify, commit }), (state) => states.push(state));
  async function submit(more = {}) {
    flow.send({ is: 'submit', typed: { ...typed, ...more } });
    await new Promise((resolve) => setImmediate(resolve));
    return states.at(-1);
  }
  return { verify, commit, submit };
}

test('a code that is proven is not proven again when the answer after it was lost [LF-06] [ER-03]', async () => {
  const { verify, commit, submit } = open(
    [{ is: 'done', data: null }],
    [{ is: 'noAnswer' }, { is: 'done', data: signedIn }],
  );
  expect(await submit()).toEqual({ at: 'filling', problems: { form: 'noAnswer' } });
  expect(await submit()).toEqual({ at: 'ended', result: { is: 'signedIn', ...signedIn } });
  expect(verify).toHaveBeenCalledTimes(1);
  expect(commit).toHaveBeenCalledTimes(2);
});

test('another code is proven for itself, and nobody signs in with one that is not [LF-06]', async () => {
  const wrong = { is: 'wrongCode', data: { attemptsLeft: 4 }, message: 'wrong' } as const;
  const { verify, commit, submit } = open([{ is: 'done', data: null }, wrong, wrong], [{ is: 'noAnswer' }]);
  await submit();
  const told = { at: 'filling', problems: { code: { message: 'wrong' } } };
  expect(await submit({ serviceId: 's2' })).toEqual(told);
  expect(await submit({ serviceId: 's2' })).toEqual(told);
  expect(verify).toHaveBeenCalledTimes(3);
  expect(commit).toHaveBeenCalledTimes(1);
});
