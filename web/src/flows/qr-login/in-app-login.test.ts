import { expect, test, vi } from 'vitest';
import { qr } from '@foyer/contract/limits';
import { run } from '../../platform/machine/machine.ts';
import { pass, stubPage } from '../../platform/machine/stub-page.ts';
import { type InAppLoginService, type InAppLoginState, inAppLogin } from './in-app-login.machine.ts';
import type { PollResult } from './qr-login.machine.ts';

stubPage();

const pending: PollResult = { is: 'pending', scanned: true };
const noResponse: PollResult = { is: 'noResponse' };

function start(...results: PollResult[]) {
  const request = vi.fn<InAppLoginService['request']>(async () => ({
    is: 'done',
    data: { url: 'https://app.example/' },
  }));
  const poll = vi.fn<InAppLoginService['poll']>(async () => results.shift() ?? pending);
  let state: InAppLoginState = { at: 'ready' };
  const flow = run(inAppLogin({ request, poll }), (next) => (state = next));
  return { request, poll, flow, state: () => state };
}

test('two presses send one request and open the app', async () => {
  const { request, flow, state } = start();
  flow.send({ is: 'press' });
  flow.send({ is: 'press' });
  await pass(0);
  expect(state()).toEqual({ at: 'redirecting', url: 'https://app.example/' });
  expect(request).toHaveBeenCalledTimes(1);
});

test('a failed request is reported and the button can be pressed again', async () => {
  const { request, flow, state } = start();
  request.mockResolvedValueOnce({ is: 'noResponse' });
  flow.send({ is: 'press' });
  await pass(0);
  expect(state()).toEqual({ at: 'ready', failure: 'noResponse' });
  flow.send({ is: 'press' });
  await pass(0);
  expect(state()).toMatchObject({ at: 'redirecting' });
});

test('a request that a missing chunk prevents is reported and the button can be pressed again', async () => {
  const { request, flow, state } = start();
  request.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
  flow.send({ is: 'press' });
  await pass(0);
  expect(state()).toEqual({ at: 'ready', failure: 'noResponse' });
  flow.send({ is: 'press' });
  await pass(0);
  expect(state()).toMatchObject({ at: 'redirecting' });
});

test('after the return it polls at once and then every three seconds until there is a result', async () => {
  const finished: PollResult = {
    is: 'finished',
    outcome: { is: 'needsMobile', app: 'wechat', userInfoContextId: 'c' },
  };
  const { poll, flow, state } = start(pending, noResponse, pending, noResponse, finished);
  flow.send({ is: 'return', preLoginId: 'p' });
  await pass(0);
  expect(poll).toHaveBeenCalledExactlyOnceWith('p', expect.anything());
  await pass(qr.pollInterval * 4 - 1);
  expect(poll).toHaveBeenCalledTimes(4);
  await pass(1);
  expect(state()).toMatchObject({ at: 'finished', outcome: { is: 'needsMobile' } });
});

test.each<[string, PollResult[], string]>([
  ['an expired sign-in', [{ is: 'noSuchScan' }], 'tooLate'],
  ['a declined sign-in', [{ is: 'failed', failure: 'declined' }], 'declined'],
  ['two polls without a response', [noResponse, noResponse], 'noResponse'],
])('%s is reported and ends the polling', async (_, results, failure) => {
  const { poll, flow, state } = start(...results);
  flow.send({ is: 'return', preLoginId: 'p' });
  await pass(qr.pollInterval);
  expect(state()).toEqual({ at: 'ready', failure });
  await pass(qr.pollInterval * 3);
  expect(poll).toHaveBeenCalledTimes(results.length);
});
