import { expect, test, vi } from 'vitest';
import { scanApps } from '@foyer/contract/pages/page-config';
import { seconds } from '@foyer/contract/time';
import { run } from '../../platform/machine/machine.ts';
import { pass, stubPage } from '../../platform/machine/stub-page.ts';
import { type PollResult, type QrService, type QrState, qrLogin } from './qr-login.machine.ts';

stubPage();

const pending: PollResult = { is: 'pending', scanned: false };

async function startReturned(result: PollResult) {
  const poll = vi.fn<QrService['poll']>(async () => result);
  let state: QrState | undefined;
  const request = vi.fn<QrService['request']>(async () => ({ is: 'notLoaded', failure: 'notLoaded' }));
  const flow = run(qrLogin(scanApps, { request, poll }), (next) => (state = next));
  const start = () => flow.send({ is: 'start', app: 'wechat', preLoginId: 'p' });
  start();
  await pass(0);
  return { flow, start, request, poll, state: () => state };
}

test('the return from DingTalk polls at once and then every three seconds [QR-10]', async () => {
  const { poll } = await startReturned(pending);
  expect(poll).toHaveBeenCalledExactlyOnceWith({ app: 'dingtalk', preLoginId: 'p' }, expect.anything());
  await pass(seconds(6));
  expect(poll).toHaveBeenCalledTimes(3);
});

test('a return from DingTalk whose scan has expired says so until a later poll finds it', async () => {
  const { poll, state } = await startReturned({ is: 'noSuchScan' });
  expect(state()).toMatchObject({ at: 'returned', expired: true });
  poll.mockResolvedValue(pending);
  await pass(seconds(3));
  expect(poll).toHaveBeenCalledTimes(2);
  expect(state()).toMatchObject({ at: 'returned', expired: false });
});

test('a return that has failed is not polled again after a dialog: a new QR code is loaded [QR-10]', async () => {
  const { flow, start, request, poll, state } = await startReturned({ is: 'failed', failure: 'declined' });
  expect(state()?.at).toBe('failed');
  flow.send({ is: 'pause' });
  start();
  await pass(0);
  expect(poll).toHaveBeenCalledTimes(1);
  expect(request).toHaveBeenCalledExactlyOnceWith('dingtalk', undefined, expect.anything());
});
