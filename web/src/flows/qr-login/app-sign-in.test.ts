import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { qr } from '@foyer/contract/limits';
import { run } from '../../platform/machine/machine.ts';
import { type AppService, type AppSignInState, appSignIn } from './app-sign-in.machine.ts';
import type { Answer } from './qr-login.machine.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const pass = (duration = 0) => vi.advanceTimersByTimeAsync(duration);
const pending: Answer = { is: 'pending', scanned: true };
const missed: Answer = { is: 'missed' };

function begin(...answers: Answer[]) {
  const request = vi.fn<AppService['request']>(async () => ({ is: 'done', data: { url: 'https://app.example/' } }));
  const ask = vi.fn<AppService['ask']>(async () => answers.shift() ?? pending);
  let state: AppSignInState = { at: 'offered' };
  const flow = run(appSignIn({ request, ask }), (next) => (state = next));
  return { request, ask, flow, state: () => state };
}

test('one press asks once, and leads to the app', async () => {
  const { request, flow, state } = begin();
  flow.send({ is: 'press' });
  flow.send({ is: 'press' });
  await pass();
  expect(state()).toEqual({ at: 'going', url: 'https://app.example/' });
  expect(request).toHaveBeenCalledTimes(1);
});

test('a page that cannot be had is told, and the button is there again', async () => {
  const { request, flow, state } = begin();
  request.mockResolvedValueOnce({ is: 'noAnswer' });
  flow.send({ is: 'press' });
  await pass();
  expect(state()).toEqual({ at: 'offered', why: 'noAnswer' });
  flow.send({ is: 'press' });
  await pass();
  expect(state()).toMatchObject({ at: 'going' });
});

test('who comes back is asked about at once, and every three seconds until there is an end to it', async () => {
  const ended: Answer = { is: 'ended', outcome: { is: 'needsMobile', app: 'wechat', userInfoContextId: 'c' } };
  const { ask, flow, state } = begin(pending, missed, pending, missed, ended);
  flow.send({ is: 'cameBack', preLoginId: 'p' });
  await pass();
  expect(ask).toHaveBeenCalledExactlyOnceWith('p', expect.anything());
  await pass(qr.pollInterval * 4 - 1);
  expect(ask).toHaveBeenCalledTimes(4);
  await pass(1);
  expect(state()).toMatchObject({ at: 'ended', outcome: { is: 'needsMobile' } });
});

test.each<[string, Answer[], string]>([
  ['what is over', [{ is: 'over' }], 'tooLate'],
  ['what was declined', [{ is: 'stopped', why: 'denied' }], 'denied'],
  ['silence, twice', [missed, missed], 'noAnswer'],
])('%s is told, and nothing is asked after it', async (_what, answers, why) => {
  const { ask, flow, state } = begin(...answers);
  flow.send({ is: 'cameBack', preLoginId: 'p' });
  await pass(qr.pollInterval);
  expect(state()).toEqual({ at: 'offered', why });
  await pass(qr.pollInterval * 3);
  expect(ask).toHaveBeenCalledTimes(answers.length);
});
