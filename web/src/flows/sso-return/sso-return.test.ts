import type { CallResult } from '@foyer/contract/call';
import type { checkAuthorisation } from '@foyer/contract/flows/sso-return';
import { expect, test, vi } from 'vitest';
import { run } from '../../platform/machine/machine.ts';
import { type SsoReturnState, ssoReturn } from './sso-return.machine.ts';

type Told = CallResult<typeof checkAuthorisation>;

/** Where someone stands once the service has said what their access code is good for. */
async function comeBackWith(told: Told) {
  const asked: AbortSignal[] = [];
  const state = await new Promise<SsoReturnState>((resolve) => {
    run(
      ssoReturn('code', async (signal) => {
        asked.push(signal);
        return told;
      }),
      resolve,
    );
  });
  expect(asked).toHaveLength(1);
  return state;
}

const known = {
  loginStatus: true,
  targetUrl: '/home',
  realNameStatus: true,
  accountId: 'alice',
  loginDoubleCheck: false,
  needAgreement: false,
} as const;

test('who is bound is signed in, and asked for nothing else [SO-07]', async () => {
  const state = await comeBackWith({ is: 'done', data: known });
  expect(state).toEqual({
    at: 'ended',
    outcome: {
      is: 'signedIn',
      ouid: 'alice',
      url: '/home',
      loginDoubleCheck: false,
      needAgreement: false,
      newUser: false,
    },
  });
});

test('who is not real-name verified goes to prove it, if the account has a name for it [SO-06]', async () => {
  const { accountId, ...nameless } = known;
  const unverified = { ...known, realNameStatus: false };
  expect(await comeBackWith({ is: 'done', data: unverified })).toMatchObject({ outcome: { unverified: accountId } });
  const unnamed = await comeBackWith({ is: 'done', data: { ...nameless, realNameStatus: false } });
  expect(unnamed).not.toHaveProperty('outcome.unverified');
});

test('a second factor is not forgotten on the way [SO-05]', async () => {
  const guarded = { ...known, loginDoubleCheck: true, mobile: '138****8001', preServiceId: 'held' };
  expect(await comeBackWith({ is: 'done', data: guarded })).toMatchObject({
    outcome: { is: 'signedIn', loginDoubleCheck: true, mobile: '138****8001', preServiceId: 'held' },
  });
});

test('who is not bound takes the access code along, and what the company told [SO-08]', async () => {
  const told = { loginStatus: false, loginMobile: '138****8002', loginEmail: 'c***l@example.com' } as const;
  expect(await comeBackWith({ is: 'done', data: told })).toEqual({
    at: 'ended',
    outcome: {
      is: 'needsAccount',
      accessCode: 'code',
      mobile: '138****8002',
      email: 'c***l@example.com',
      emailOnly: false,
    },
  });
  const mailOnly = await comeBackWith({ is: 'done', data: { loginStatus: false, loginLimit: 'EMAIL' } });
  expect(mailOnly).toMatchObject({ outcome: { emailOnly: true, mobile: undefined } });
});

const said = { message: 'Said by the service', data: null };
test.each<{ told: Told }>([
  { told: { is: 'ssoExpired', ...said } },
  { told: { is: 'ssoFailed', ...said } },
  { told: { is: 'notAMember', ...said } },
  { told: { is: 'accountDisabled', ...said } },
  { told: { is: 'refused', code: 1, ...said } },
])('$told.is stops it, with the words of the service [SO-12]', async ({ told }) => {
  expect(await comeBackWith(told)).toEqual({ at: 'failed', why: told.is, trouble: { message: said.message } });
});

test('silence stops it too, and the same code is asked about again when the person says so [SO-12]', async () => {
  expect(await comeBackWith({ is: 'noAnswer' })).toEqual({ at: 'failed', why: 'noAnswer', trouble: 'noAnswer' });
  const answers: Told[] = [{ is: 'noAnswer' }, { is: 'done', data: known }];
  const states: SsoReturnState['at'][] = [];
  await new Promise<void>((resolve) => {
    const flow = run(
      ssoReturn('code', async () => answers.shift()!),
      ({ at }) => {
        states.push(at);
        if (at === 'failed') flow.send({ is: 'again' });
        if (at === 'ended') resolve();
      },
    );
  });
  expect(states).toEqual(['failed', 'checking', 'ended']);
});

test('where a dialog is gone on with, nothing is asked and nothing told [SO-05]', async () => {
  const check = vi.fn<Parameters<typeof ssoReturn>[1]>();
  const moved = vi.fn<(state: SsoReturnState) => void>();
  run(ssoReturn('', check, true), moved).stop();
  expect(check).not.toHaveBeenCalled();
  expect(moved).not.toHaveBeenCalled();
});
