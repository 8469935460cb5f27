import { describe, expect, test, vi } from 'vitest';
import { qr } from '@foyer/contract/limits';
import { minutes, seconds } from '@foyer/contract/time';
import { pass, setVisibility, stubPage } from '../../platform/machine/stub-page.ts';
import type { PollResult, QrEvent, QrState } from './qr-login.machine.ts';
import { pending, startQrLogin as start } from './stub-qr-login.ts';

stubPage();

describe('polling', () => {
  test('starts three seconds after the QR code is shown, then every three seconds [QR-09]', async () => {
    const { poll } = await start();
    await pass(seconds(3) - 1);
    expect(poll).not.toHaveBeenCalled();
    await pass(1);
    expect(poll).toHaveBeenCalledExactlyOnceWith(
      { app: 'wechat', sceneId: 's', loginId: 'wechat1' },
      expect.anything(),
    );
    await pass(seconds(30));
    expect(poll).toHaveBeenCalledTimes(11);
  });

  test('waits for the response before the next poll, which is then due at once [QR-20]', async () => {
    const { poll } = await start();
    let respond = (_: PollResult) => {};
    poll.mockImplementationOnce(() => new Promise((resolve) => (respond = resolve)));
    await pass(seconds(10));
    expect(poll).toHaveBeenCalledTimes(1);
    respond(pending);
    await pass(0);
    expect(poll).toHaveBeenCalledTimes(2);
  });

  test('pauses while the page is hidden and polls at once when it is visible again', async () => {
    const { poll, state } = await start();
    setVisibility('hidden');
    await pass(minutes(2));
    expect(poll).not.toHaveBeenCalled();
    setVisibility('visible');
    await pass(0);
    expect(poll).toHaveBeenCalledTimes(1);
    expect(state().at).toBe('shown');
  });

  test('shows that the QR code was scanned, and when the scan was cancelled [QR-05]', async () => {
    const { poll, state } = await start();
    poll.mockResolvedValueOnce({ is: 'pending', scanned: true });
    await pass(seconds(3));
    expect(state().at).toBe('scanned');
    await pass(seconds(3));
    expect(state().at).toBe('shown');
  });

  test('continues when the service reports an expired QR code [QR-14]', async () => {
    const { poll, state } = await start();
    poll.mockResolvedValueOnce({ is: 'noSuchScan' });
    await pass(seconds(6));
    expect(poll).toHaveBeenCalledTimes(2);
    expect(state().at).toBe('shown');
  });

  test('stops when there is an outcome [QR-11]', async () => {
    const { poll, state } = await start();
    const outcome = { is: 'needsMobile', app: 'wechat', userInfoContextId: 'c' } as const;
    poll.mockResolvedValueOnce({ is: 'finished', outcome });
    await pass(minutes(10));
    expect(poll).toHaveBeenCalledTimes(1);
    expect(state()).toEqual({ at: 'finished', app: 'wechat', outcome });
  });
});

describe('a poll without a response', () => {
  test('is tolerated once; the second in a row stops polling [D-31]', async () => {
    const { poll, state } = await start();
    poll
      .mockResolvedValueOnce({ is: 'noResponse' })
      .mockResolvedValueOnce(pending)
      .mockResolvedValue({ is: 'noResponse' });
    await pass(seconds(9));
    expect(state().at).toBe('shown');
    await pass(seconds(3));
    expect(state()).toMatchObject({ at: 'failed', failure: 'noResponse' });
    await pass(minutes(1));
    expect(poll).toHaveBeenCalledTimes(4);
  });

  test('followed by a reported expiry changes nothing: polling continues [QR-14]', async () => {
    const { poll, state } = await start();
    poll.mockResolvedValueOnce({ is: 'noResponse' }).mockResolvedValueOnce({ is: 'noSuchScan' });
    await pass(seconds(9));
    expect(state().at).toBe('shown');
    expect(poll).toHaveBeenCalledTimes(3);
  });
});

describe('a QR code', () => {
  test('expires exactly 298 seconds after it was shown [QR-06]', async () => {
    const { poll, state } = await start();
    await pass(seconds(298) - 1);
    expect(state().at).toBe('shown');
    await pass(1);
    expect(state().at).toBe('expired');
    const polls = poll.mock.calls.length;
    await pass(minutes(5));
    expect(poll).toHaveBeenCalledTimes(polls);
  });

  test('that expired while the laptop slept is expired on waking, before any poll [QR-06]', async () => {
    const { poll, state } = await start();
    vi.setSystemTime(Date.now() + qr.expiresAfter);
    setVisibility('visible');
    await pass(0);
    expect(state().at).toBe('expired');
    expect(poll).not.toHaveBeenCalled();
  });

  test('that expired in a sleep without a change of visibility is expired when the next poll is due [QR-06]', async () => {
    const { poll, state } = await start();
    vi.setSystemTime(Date.now() + qr.expiresAfter);
    await pass(qr.pollInterval);
    expect(state().at).toBe('expired');
    expect(poll).not.toHaveBeenCalled();
  });

  test('is refreshed at once if expired, else after a second, and the request names the replaced one [QR-07] [AC-15]', async () => {
    const { flow, request, poll } = await start();
    flow.send({ is: 'refresh' });
    await pass(seconds(1) - 1);
    expect(request).toHaveBeenCalledTimes(1);
    await pass(1);
    expect(request).toHaveBeenLastCalledWith('wechat', 'wechat1', expect.anything());
    expect(poll).not.toHaveBeenCalled();

    await pass(qr.expiresAfter);
    flow.send({ is: 'refresh' });
    await pass(0);
    expect(request).toHaveBeenLastCalledWith('wechat', 'wechat2', expect.anything());
  });

  test('of another app replaces it: the old poll is aborted and its late response is ignored [QR-20]', async () => {
    const { flow, poll, state } = await start();
    let respond = (_: PollResult) => {};
    poll.mockImplementationOnce(() => new Promise((resolve) => (respond = resolve)));
    await pass(seconds(3));
    flow.send({ is: 'choose', app: 'alipay' });
    expect(poll.mock.calls[0]![1].aborted).toBe(true);
    respond({ is: 'failed', failure: 'unknown' });
    await pass(seconds(3));
    expect(state()).toMatchObject({ at: 'shown', app: 'alipay' });
    expect(poll).toHaveBeenLastCalledWith({ app: 'alipay', loginId: 'alipay2' }, expect.anything());
  });

  test('of DingTalk is reloaded every three minutes and never polled [QR-08] [QR-10]', async () => {
    const { request, poll, state } = await start({ app: 'dingtalk' });
    await pass(minutes(3) - 1);
    expect(request).toHaveBeenCalledTimes(1);
    await pass(1);
    expect(request).toHaveBeenLastCalledWith('dingtalk', 'dingtalk1', expect.anything());
    await pass(minutes(9));
    expect(request).toHaveBeenCalledTimes(5);
    expect(poll).not.toHaveBeenCalled();
    expect(state().at).toBe('shown');
  });

  test('of DingTalk is not reloaded while the page is hidden', async () => {
    const { request } = await start({ app: 'dingtalk' });
    setVisibility('hidden');
    await pass(minutes(30));
    expect(request).toHaveBeenCalledTimes(1);
    setVisibility('visible');
    await pass(0);
    expect(request).toHaveBeenCalledTimes(2);
  });

  describe.each<[string, QrEvent]>([
    ['confirms', { is: 'redirect', url: 'https://x' }],
    ['declines', { is: 'decline' }],
  ])('of DingTalk whose page %s a scan', (_, message) => {
    test.each<[string, QrEvent, Partial<QrState>]>([
      ['another app is chosen', { is: 'choose', app: 'alipay' }, { at: 'shown', app: 'alipay' }],
      ['a dialog opens', { is: 'pause' }, { at: 'paused', app: 'dingtalk' }],
    ])('after %s is not acted upon', async (_reason, event, expected) => {
      const { flow, state } = await start({ app: 'dingtalk' });
      flow.send(event);
      flow.send(message);
      await pass(0);
      expect(state()).toMatchObject(expected);
    });
  });

  test.each<[string, QrEvent[], Partial<QrState>]>([
    ['expires behind a dialog', [{ is: 'pause' }, { is: 'expire' }], { at: 'paused' }],
    ['has loaded before', [{ is: 'notLoaded', failure: 'notLoaded' }], { at: 'shown', app: 'wechat' }],
  ])('stays as it is when an event of another state comes late: it %s', async (_, events, expected) => {
    const { flow, state } = await start();
    for (const event of events) flow.send(event);
    expect(state()).toMatchObject(expected);
  });

  test('is not requested while the page is hidden', async () => {
    setVisibility('hidden');
    const { request } = await start();
    await pass(minutes(1));
    expect(request).not.toHaveBeenCalled();
    setVisibility('visible');
    await pass(0);
    expect(request).toHaveBeenCalledTimes(1);
  });

  test('is not polled while a dialog is open, and the same QR code continues when it closes', async () => {
    const { flow, request, poll, state } = await start();
    flow.send({ is: 'pause' });
    await pass(minutes(4));
    expect(poll).not.toHaveBeenCalled();
    expect(state().at).toBe('paused');
    flow.send({ is: 'start', app: 'alipay' });
    await pass(0);
    expect(state()).toMatchObject({ at: 'shown', app: 'wechat', qrCode: { loginId: 'wechat1' } });
    expect(poll).toHaveBeenCalledTimes(1);
    expect(request).toHaveBeenCalledTimes(1);
  });

  test('of an app that is chosen behind a dialog is loaded when the dialog closes, not before', async () => {
    const { flow, request, poll, state } = await start();
    flow.send({ is: 'pause' });
    flow.send({ is: 'choose', app: 'alipay' });
    await pass(minutes(1));
    expect(request).toHaveBeenCalledTimes(1);
    expect(poll).not.toHaveBeenCalled();
    expect(state()).toMatchObject({ at: 'paused', app: 'alipay' });
    flow.send({ is: 'start', app: 'wechat' });
    await pass(0);
    expect(request).toHaveBeenLastCalledWith('alipay', 'wechat1', expect.anything());
    expect(state()).toMatchObject({ at: 'shown', app: 'alipay' });
  });

  test('continues after a dialog behind which its own app was chosen again', async () => {
    const { flow, request, state } = await start();
    flow.send({ is: 'pause' });
    flow.send({ is: 'choose', app: 'wechat' });
    flow.send({ is: 'start', app: 'wechat' });
    await pass(0);
    expect(request).toHaveBeenCalledTimes(1);
    expect(state()).toMatchObject({ at: 'shown', qrCode: { loginId: 'wechat1' } });
  });

  test('is not refreshed behind a dialog', async () => {
    const { flow, request, state } = await start();
    flow.send({ is: 'pause' });
    flow.send({ is: 'refresh' });
    await pass(minutes(1));
    expect(state().at).toBe('paused');
    expect(request).toHaveBeenCalledTimes(1);
  });

  describe.each([
    ['finished', 'wechat', { is: 'polled', polledAt: 0, result: { is: 'finished', outcome: { is: 'signedIn' } } }],
    ['redirecting', 'dingtalk', { is: 'redirect', url: 'https://x' }],
  ] as const)('is not replaced once the flow is %s', (at, app, end) => {
    test.each<[string, QrEvent[]]>([
      ['another app is chosen', [{ is: 'choose', app: 'alipay' }]],
      ['it is refreshed', [{ is: 'refresh' }]],
      ['a dialog opens and closes', [{ is: 'pause' }, { is: 'start', app: 'wechat' }]],
    ])('and %s', async (_, events) => {
      const { flow, request, state } = await start({ app });
      for (const event of [end, ...events]) flow.send(event);
      await pass(minutes(1));
      expect(state().at).toBe(at);
      expect(request).toHaveBeenCalledTimes(1);
    });
  });

  test.each([
    ['expires behind a dialog', [{ is: 'pause' }]],
    ['was being refreshed when a dialog opened', [{ is: 'refresh' }, { is: 'pause' }]],
  ] as const)('that %s is replaced when the dialog closes [QR-07]', async (_, events) => {
    const { flow, request, poll } = await start({ app: 'alipay' });
    for (const event of events) flow.send(event);
    await pass(qr.expiresAfter);
    flow.send({ is: 'start', app: 'wechat' });
    await pass(0);
    expect(poll).not.toHaveBeenCalled();
    expect(request.mock.calls.map(([app, replaces]) => [app, replaces])).toEqual([
      ['alipay', undefined],
      ['alipay', 'alipay1'],
    ]);
  });
});
