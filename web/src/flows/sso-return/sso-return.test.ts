import type { CallResult } from '@foyer/contract/call';
import type { checkAuthorisation } from '@foyer/contract/flows/sso-return';
import { expect, test, vi } from 'vitest';
import { run } from '../../platform/machine/machine.ts';
import { type SsoReturnState, ssoReturn } from './sso-return.machine.ts';

type Reply = CallResult<typeof checkAuthorisation>;

/** The state after the service has responded to the check of the access code. */
async function stateAfter(reply: Reply) {
  const requests: AbortSignal[] = [];
  const state = await new Promise<SsoReturnState>((resolve) => {
    run(
      ssoReturn('code', async (signal) => {
        requests.push(signal);
        return reply;
      }),
      resolve,
    );
  });
  expect(requests).toHaveLength(1);
  return state;
}

const linked = {
  loginStatus: true,
  targetUrl: '/home',
  realNameStatus: true,
  accountId: 'alice',
  loginDoubleCheck: false,
  needAgreement: false,
} as const;

test('a linked identity is signed in without further steps [SO-07]', async () => {
  const state = await stateAfter({ is: 'done', data: linked });
  expect(state).toEqual({
    at: 'finished',
    outcome: { is: 'signedIn', url: '/home', loginDoubleCheck: false, needAgreement: false },
  });
});

test('an account without a verified real name goes to the verification, if the service gives its ID [SO-06]', async () => {
  const { accountId, ...withoutId } = linked;
  const unverified = { ...linked, realNameStatus: false };
  expect(await stateAfter({ is: 'done', data: unverified })).toMatchObject({
    outcome: { unverifiedAccount: accountId },
  });
  const state = await stateAfter({ is: 'done', data: { ...withoutId, realNameStatus: false } });
  expect(state).not.toHaveProperty('outcome.unverifiedAccount');
});

test('the outcome keeps the second factor [SO-05]', async () => {
  const withSecondFactor = { ...linked, loginDoubleCheck: true, mobile: '138****8001', preServiceId: 'preService' };
  expect(await stateAfter({ is: 'done', data: withSecondFactor })).toMatchObject({
    outcome: { is: 'signedIn', loginDoubleCheck: true, mobile: '138****8001', preServiceId: 'preService' },
  });
});

test('an unlinked identity keeps the access code and the masked contacts from the company [SO-08]', async () => {
  const unlinked = { loginStatus: false, loginMobile: '138****8002', loginEmail: 'c***l@example.com' } as const;
  expect(await stateAfter({ is: 'done', data: unlinked })).toEqual({
    at: 'finished',
    outcome: {
      is: 'needsAccount',
      accessCode: 'code',
      mobile: '138****8002',
      email: 'c***l@example.com',
      emailOnly: false,
    },
  });
  const emailOnly = await stateAfter({ is: 'done', data: { loginStatus: false, loginLimit: 'EMAIL' } });
  expect(emailOnly).toMatchObject({ outcome: { emailOnly: true, mobile: undefined } });
});

const refusal = { message: 'Message of the service', data: null };
test.each<{ reply: Reply }>([
  { reply: { is: 'ssoExpired', ...refusal } },
  { reply: { is: 'ssoFailed', ...refusal } },
  { reply: { is: 'notAMember', ...refusal } },
  { reply: { is: 'accountDisabled', ...refusal } },
  { reply: { is: 'refused', code: 1, ...refusal } },
])('$reply.is fails with the message of the service [SO-12]', async ({ reply }) => {
  expect(await stateAfter(reply)).toEqual({ at: 'failed', reason: reply.is, failure: { message: refusal.message } });
});

test('a missing response fails, and a retry checks the same code again [SO-12]', async () => {
  expect(await stateAfter({ is: 'noResponse' })).toEqual({ at: 'failed', reason: 'noResponse', failure: 'noResponse' });
  const replies: Reply[] = [{ is: 'noResponse' }, { is: 'done', data: linked }];
  const states: SsoReturnState['at'][] = [];
  await new Promise<void>((resolve) => {
    const flow = run(
      ssoReturn('code', async () => replies.shift()!),
      ({ at }) => {
        states.push(at);
        if (at === 'failed') flow.send({ is: 'retry' });
        if (at === 'finished') resolve();
      },
    );
  });
  expect(states).toEqual(['failed', 'checking', 'finished']);
});

test('while a dialog is restored, nothing is requested and the state stays [SO-05]', async () => {
  const check = vi.fn<Parameters<typeof ssoReturn>[1]>();
  const onState = vi.fn<(state: SsoReturnState) => void>();
  run(ssoReturn('', check, true), onState).stop();
  expect(check).not.toHaveBeenCalled();
  expect(onState).not.toHaveBeenCalled();
});
