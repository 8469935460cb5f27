import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { qr } from '@foyer/contract/limits';
import { type ScanApp, scanApps } from '@foyer/contract/pages/page-config';
import { minutes, seconds } from '@foyer/contract/time';
import { run } from '../../platform/machine/machine.ts';
import { type Answer, type QrCode, type QrService, type QrState, qrLogin } from './qr-login.machine.ts';

let page: EventTarget & { visibilityState: string };

beforeEach(() => {
  vi.useFakeTimers();
  page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  vi.stubGlobal('document', page);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function look(visibilityState: 'visible' | 'hidden') {
  page.visibilityState = visibilityState;
  page.dispatchEvent(new Event('visibilitychange'));
}

const pending: Answer = { is: 'pending', scanned: false };

/** A code to scan, shown, and a service that answers what the test says; every code has a number. */
async function open({ app = 'wechat', offered = scanApps }: { app?: ScanApp; offered?: readonly ScanApp[] } = {}) {
  let codes = 0;
  const code = (of: ScanApp): QrCode => {
    const loginId = `${of}${++codes}`;
    if (of === 'dingtalk') return { kind: 'frame', url: 'https://x', loginId, question: undefined };
    const question = of === 'wechat' ? { app: of, sceneId: 's', loginId } : { app: of, loginId };
    return { kind: 'content', url: 'https://x', loginId, question };
  };
  const request = vi.fn<QrService['request']>(async (of) => ({ is: 'loaded', code: code(of) }));
  const ask = vi.fn<QrService['ask']>(async () => pending);
  let state: QrState = { at: 'resting', app };
  const flow = run(qrLogin(offered, { request, ask }), (next) => (state = next));
  flow.send({ is: 'start', app });
  await pass(0);
  return { request, ask, flow, state: () => state };
}

const pass = (duration: number) => vi.advanceTimersByTimeAsync(duration);

describe('asking', () => {
  test('starts three seconds after the code is shown, then every three seconds [QR-09]', async () => {
    const { ask } = await open();
    await pass(seconds(3) - 1);
    expect(ask).not.toHaveBeenCalled();
    await pass(1);
    expect(ask).toHaveBeenCalledExactlyOnceWith({ app: 'wechat', sceneId: 's', loginId: 'wechat1' }, expect.anything());
    await pass(seconds(30));
    expect(ask).toHaveBeenCalledTimes(11);
  });

  test('waits for an answer before it asks again, and then makes up for the time [QR-20]', async () => {
    const { ask } = await open();
    let answer = (_: Answer) => {};
    ask.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)));
    await pass(seconds(10));
    expect(ask).toHaveBeenCalledTimes(1);
    answer(pending);
    await pass(0);
    expect(ask).toHaveBeenCalledTimes(2);
  });

  test('rests while nobody looks, and catches up at once when someone does', async () => {
    const { ask, state } = await open();
    look('hidden');
    await pass(minutes(2));
    expect(ask).not.toHaveBeenCalled();
    look('visible');
    await pass(0);
    expect(ask).toHaveBeenCalledTimes(1);
    expect(state().at).toBe('shown');
  });

  test('tells that someone has scanned, and when they have thought better of it [QR-05]', async () => {
    const { ask, state } = await open();
    ask.mockResolvedValueOnce({ is: 'pending', scanned: true });
    await pass(seconds(3));
    expect(state().at).toBe('scanned');
    await pass(seconds(3));
    expect(state().at).toBe('shown');
  });

  test('goes on when the service says that there is nothing to ask about [QR-14]', async () => {
    const { ask, state } = await open();
    ask.mockResolvedValueOnce({ is: 'over' });
    await pass(seconds(6));
    expect(ask).toHaveBeenCalledTimes(2);
    expect(state().at).toBe('shown');
  });

  test('ends with what came of it, and asks no more [QR-11]', async () => {
    const { ask, state } = await open();
    const outcome = { is: 'needsMobile', app: 'wechat', userInfoContextId: 'c' } as const;
    ask.mockResolvedValueOnce({ is: 'ended', outcome });
    await pass(minutes(10));
    expect(ask).toHaveBeenCalledTimes(1);
    expect(state()).toEqual({ at: 'ended', app: 'wechat', outcome });
  });
});

describe('an answer that does not come', () => {
  test('is forgiven once; the second in a row stops it [D-31]', async () => {
    const { ask, state } = await open();
    ask.mockResolvedValueOnce({ is: 'missed' }).mockResolvedValueOnce(pending).mockResolvedValue({ is: 'missed' });
    await pass(seconds(9));
    expect(state().at).toBe('shown');
    await pass(seconds(3));
    expect(state()).toMatchObject({ at: 'failed', why: 'noAnswer' });
    await pass(minutes(1));
    expect(ask).toHaveBeenCalledTimes(4);
  });

  test('was the one to wait for, if nothing is known right after it: the code is over', async () => {
    const { ask, state } = await open();
    ask.mockResolvedValueOnce({ is: 'missed' }).mockResolvedValueOnce({ is: 'over' });
    await pass(seconds(6));
    expect(state()).toMatchObject({ at: 'expired' });
  });
});

describe('a code', () => {
  test('is over 298 seconds after asking began, by the clock, and not one earlier [QR-06]', async () => {
    const { ask, state } = await open();
    await pass(seconds(298) - 1);
    expect(state().at).toBe('shown');
    await pass(1);
    expect(state().at).toBe('expired');
    const asked = ask.mock.calls.length;
    await pass(minutes(5));
    expect(ask).toHaveBeenCalledTimes(asked);
  });

  test('that ran out while the laptop slept is over on waking, before anything is asked [QR-06]', async () => {
    const { ask, state } = await open();
    vi.setSystemTime(Date.now() + qr.expiresAfter);
    look('visible');
    await pass(0);
    expect(state().at).toBe('expired');
    expect(ask).not.toHaveBeenCalled();
  });

  test('that is over is renewed at once; any other after a second, and the old one is given up [QR-07] [AC-15]', async () => {
    const { flow, request, ask } = await open();
    flow.send({ is: 'refresh' });
    await pass(seconds(1) - 1);
    expect(request).toHaveBeenCalledTimes(1);
    await pass(1);
    expect(request).toHaveBeenLastCalledWith('wechat', 'wechat1', expect.anything());
    expect(ask).not.toHaveBeenCalled();

    await pass(qr.expiresAfter);
    flow.send({ is: 'refresh' });
    await pass(0);
    expect(request).toHaveBeenLastCalledWith('wechat', 'wechat2', expect.anything());
  });

  test('of another app takes its place: the old is asked for no more, and a late answer is dropped [QR-20]', async () => {
    const { flow, ask, state } = await open();
    let answer = (_: Answer) => {};
    ask.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)));
    await pass(seconds(3));
    flow.send({ is: 'choose', app: 'alipay' });
    expect(ask.mock.calls[0]![1].aborted).toBe(true);
    answer({ is: 'stopped', why: 'unknown' });
    await pass(seconds(3));
    expect(state()).toMatchObject({ at: 'shown', app: 'alipay' });
    expect(ask).toHaveBeenLastCalledWith({ app: 'alipay', loginId: 'alipay2' }, expect.anything());
  });

  test('of DingTalk is renewed every three minutes, and asked for never [QR-08] [QR-10]', async () => {
    const { request, ask, state } = await open({ app: 'dingtalk' });
    await pass(minutes(3) - 1);
    expect(request).toHaveBeenCalledTimes(1);
    await pass(1);
    expect(request).toHaveBeenLastCalledWith('dingtalk', 'dingtalk1', expect.anything());
    await pass(minutes(9));
    expect(request).toHaveBeenCalledTimes(5);
    expect(ask).not.toHaveBeenCalled();
    expect(state().at).toBe('shown');
  });

  test('of DingTalk waits for someone to look', async () => {
    const { request } = await open({ app: 'dingtalk' });
    look('hidden');
    await pass(minutes(30));
    expect(request).toHaveBeenCalledTimes(1);
    look('visible');
    await pass(0);
    expect(request).toHaveBeenCalledTimes(2);
  });

  test('is not even fetched on a page that nobody looks at', async () => {
    page.visibilityState = 'hidden';
    const { request } = await open();
    await pass(minutes(1));
    expect(request).not.toHaveBeenCalled();
    look('visible');
    await pass(0);
    expect(request).toHaveBeenCalledTimes(1);
  });

  test('rests for good while a dialog is open', async () => {
    const { flow, ask, state } = await open();
    flow.send({ is: 'rest' });
    await pass(minutes(10));
    expect(ask).not.toHaveBeenCalled();
    expect(state().at).toBe('resting');
  });
});

describe('a code that cannot be had', () => {
  const notLoaded = { is: 'notLoaded', why: 'notLoaded' } as const;

  async function openWithout(app: ScanApp, offered: readonly ScanApp[]) {
    const places = await open({ app, offered });
    places.request.mockResolvedValueOnce(notLoaded);
    places.flow.send({ is: 'refresh' });
    await pass(seconds(1));
    return places;
  }

  test('of WeChat gives way to DingTalk by itself, which says so [QR-04]', async () => {
    const { state } = await openWithout('wechat', scanApps);
    expect(state()).toMatchObject({ at: 'shown', app: 'dingtalk', instead: true });
  });

  test.each([
    ['of WeChat, where DingTalk is not offered', 'wechat', ['wechat', 'alipay']],
    ['of another app', 'alipay', scanApps],
  ] as const)('%s, is told and can be tried again', async (_, app, offered) => {
    const { flow, state } = await openWithout(app, offered);
    expect(state()).toMatchObject({ at: 'failed', app, why: 'notLoaded' });
    flow.send({ is: 'refresh' });
    await pass(seconds(1));
    expect(state()).toMatchObject({ at: 'shown', app });
  });
});

describe('back from DingTalk', () => {
  async function comeBack(answer: Answer) {
    const ask = vi.fn<QrService['ask']>(async () => answer);
    let state: QrState | undefined;
    const request: QrService['request'] = async () => ({ is: 'notLoaded', why: 'notLoaded' });
    run(qrLogin(scanApps, { request, ask }), (next) => (state = next)).send({
      is: 'start',
      app: 'wechat',
      preLoginId: 'p',
    });
    await pass(0);
    return { ask, state: () => state };
  }

  test('it is asked at once what became of it, and every three seconds [QR-10]', async () => {
    const { ask } = await comeBack(pending);
    expect(ask).toHaveBeenCalledExactlyOnceWith({ app: 'dingtalk', preLoginId: 'p' }, expect.anything());
    await pass(seconds(6));
    expect(ask).toHaveBeenCalledTimes(3);
  });

  test('one that the service knows nothing of is asked for on, with words that help [QR-14]', async () => {
    const { ask, state } = await comeBack({ is: 'over' });
    expect(state()).toMatchObject({ at: 'returning', doubtful: true });
    await pass(seconds(3));
    expect(ask).toHaveBeenCalledTimes(2);
  });
});
