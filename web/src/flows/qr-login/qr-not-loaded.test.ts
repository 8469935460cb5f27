import { describe, expect, test } from 'vitest';
import { qr } from '@foyer/contract/limits';
import { type ScanApp, scanApps } from '@foyer/contract/pages/page-config';
import { seconds } from '@foyer/contract/time';
import { pass, stubPage } from '../../platform/machine/stub-page.ts';
import type { QrEvent } from './qr-login.machine.ts';
import { startQrLogin as start } from './stub-qr-login.ts';

stubPage();

describe('a QR code that cannot be loaded', () => {
  const notLoaded = { is: 'notLoaded', failure: 'notLoaded' } as const;

  /** Shows a QR code, and refreshes it without success. */
  async function refreshFails(app: ScanApp, apps: readonly ScanApp[]) {
    const started = await start({ app, apps });
    started.request.mockResolvedValueOnce(notLoaded);
    started.flow.send({ is: 'refresh' });
    await pass(seconds(1));
    return started;
  }

  test('of WeChat is replaced by that of DingTalk, marked as a fallback [QR-04]', async () => {
    const { state } = await refreshFails('wechat', scanApps);
    expect(state()).toMatchObject({ at: 'shown', app: 'dingtalk', fallback: true });
  });

  test('of WeChat and of DingTalk is reported for WeChat, whose QR code a refresh requests again [QR-04]', async () => {
    const { flow, request, state } = await start();
    request.mockResolvedValueOnce(notLoaded).mockResolvedValueOnce(notLoaded);
    flow.send({ is: 'refresh' });
    await pass(seconds(1));
    expect(state()).toMatchObject({ at: 'failed', app: 'wechat' });
    flow.send({ is: 'refresh' });
    await pass(seconds(1));
    expect(state()).toMatchObject({ at: 'shown', app: 'wechat' });
  });

  test('because a chunk did not load can be requested again', async () => {
    const { flow, request, state } = await start({ app: 'alipay' });
    request.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
    flow.send({ is: 'refresh' });
    await pass(seconds(1));
    expect(state()).toMatchObject({ at: 'failed', app: 'alipay', failure: 'notLoaded' });
    flow.send({ is: 'refresh' });
    await pass(seconds(1));
    expect(state()).toMatchObject({ at: 'shown', app: 'alipay' });
  });

  test('of WeChat is requested again by a refresh of the fallback [QR-04] [QR-07]', async () => {
    const { flow, state } = await refreshFails('wechat', scanApps);
    flow.send({ is: 'refresh' });
    await pass(seconds(1));
    expect(state()).toMatchObject({ at: 'shown', app: 'wechat', fallback: false });
  });

  test.each<[string, QrEvent[]]>([
    ['while it is shown', [{ is: 'choose', app: 'dingtalk' }]],
    ['behind a dialog', [{ is: 'pause' }, { is: 'choose', app: 'dingtalk' }, { is: 'start', app: 'wechat' }]],
  ])('of WeChat is not requested again once the person has chosen the fallback %s', async (_, events) => {
    const { flow, request, state } = await refreshFails('wechat', scanApps);
    const { length } = request.mock.calls;
    for (const event of events) flow.send(event);
    await pass(0);
    expect(state()).toMatchObject({ at: 'shown', app: 'dingtalk', fallback: false });
    expect(request).toHaveBeenCalledTimes(length);
    flow.send({ is: 'refresh' });
    await pass(seconds(1));
    expect(state()).toMatchObject({ at: 'shown', app: 'dingtalk', fallback: false });
  });

  test('of WeChat is still replaced by that of DingTalk when the fallback expires behind a dialog [QR-04]', async () => {
    const { flow, state } = await refreshFails('wechat', scanApps);
    expect(state()).toMatchObject({ qrCode: { loginId: 'dingtalk2' } });
    flow.send({ is: 'pause' });
    await pass(qr.expiresAfter);
    flow.send({ is: 'start', app: 'wechat' });
    await pass(seconds(1));
    expect(state()).toMatchObject({
      at: 'shown',
      app: 'dingtalk',
      fallback: true,
      qrCode: { loginId: 'dingtalk3' },
    });
  });

  test.each([
    ['of WeChat without DingTalk', 'wechat', ['wechat', 'alipay']],
    ['of another app', 'alipay', scanApps],
  ] as const)('%s is reported and can be requested again', async (_, app, apps) => {
    const { flow, state } = await refreshFails(app, apps);
    expect(state()).toMatchObject({ at: 'failed', app, failure: 'notLoaded' });
    flow.send({ is: 'refresh' });
    await pass(seconds(1));
    expect(state()).toMatchObject({ at: 'shown', app });
  });
});
