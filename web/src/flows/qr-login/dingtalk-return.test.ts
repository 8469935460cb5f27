import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { scanApps } from '@foyer/contract/pages/page-config';
import { seconds } from '@foyer/contract/time';
import { run } from '../../platform/machine/machine.ts';
import { type PollResult, type QrService, type QrState, qrLogin } from './qr-login.machine.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const pending: PollResult = { is: 'pending', scanned: false };
const pass = (duration: number) => vi.advanceTimersByTimeAsync(duration);

async function startReturned(result: PollResult) {
  const poll = vi.fn<QrService['poll']>(async () => result);
  let state: QrState | undefined;
  const request: QrService['request'] = async () => ({ is: 'notLoaded', failure: 'notLoaded' });
  run(qrLogin(scanApps, { request, poll }), (next) => (state = next)).send({
    is: 'start',
    app: 'wechat',
    preLoginId: 'p',
  });
  await pass(0);
  return { poll, state: () => state };
}

test('the return from DingTalk polls at once and then every three seconds [QR-10]', async () => {
  const { poll } = await startReturned(pending);
  expect(poll).toHaveBeenCalledExactlyOnceWith({ app: 'dingtalk', preLoginId: 'p' }, expect.anything());
  await pass(seconds(6));
  expect(poll).toHaveBeenCalledTimes(3);
});

test('an expired return is shown as such and polling continues [QR-14]', async () => {
  const { poll, state } = await startReturned({ is: 'expired' });
  expect(state()).toMatchObject({ at: 'returned', expired: true });
  await pass(seconds(3));
  expect(poll).toHaveBeenCalledTimes(2);
});
