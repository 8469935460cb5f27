import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createApi } from '@foyer/contract/api-client';
import { readPageParams } from '@foyer/contract/pages/page-params';
import { resultCodes } from '@foyer/contract/result-codes';
import { qrService } from './qr-login.service.ts';
import type { PollTarget } from './qr-login.machine.ts';

beforeEach(() => void vi.stubGlobal('location', { origin: 'https://x' }));
afterEach(() => void vi.unstubAllGlobals());

const targets: PollTarget[] = [
  { app: 'wechat', sceneId: 's', loginId: 'l' },
  { app: 'alipay', loginId: 'l' },
  { app: 'dingtalk', preLoginId: 'p' },
];

/** Polls a service that responds with this code to every call. */
const poll = (target: PollTarget, code: number) => {
  const send = async () => ({ json: async () => ({ code, message: 'Later', data: null }) });
  const api = createApi({ base: '', language: () => 'en-US', send });
  return qrService({ api, params: readPageParams('') }).poll(target, new AbortController().signal);
};

test.each(targets)('$app: a busy service counts as no response [D-31]', async (target) => {
  expect(await poll(target, resultCodes.busy)).toEqual({ is: 'noResponse' });
});

test.each(targets)('$app: any other refusal fails with the message of the service [QR-16]', async (target) => {
  for (const code of [resultCodes.internalError, resultCodes.tooManyRequests, 12345])
    expect(await poll(target, code)).toEqual({ is: 'failed', failure: { message: 'Later' } });
});

test.each(targets)('$app: a declined scan is said in the words of the page', async (target) => {
  expect(await poll(target, resultCodes.scanDeclined)).toEqual({ is: 'failed', failure: 'declined' });
});

/** The service of a back end that answers every call with this data. */
const withData = (data: unknown) => withCode(resultCodes.done, data);
const withCode = (code: number, data: unknown) =>
  qrService({
    api: createApi({
      base: '',
      language: () => 'en-US',
      send: async () => ({ json: async () => ({ code, data }) }),
    }),
    params: readPageParams(''),
  });
const signal = new AbortController().signal;

test('after a return the service says which app it was', async () => {
  for (const [code, outcome] of [
    [resultCodes.needsMobile, 'needsMobile'],
    [resultCodes.mobileAlreadyBound, 'mobileAlreadyBound'],
  ] as const) {
    const data = { userInfoContextId: 'c', app: 'wechat' };
    const back = withCode(code, data).poll({ app: 'dingtalk', preLoginId: 'p' }, signal);
    expect(await back).toMatchObject({ outcome: { is: outcome, app: 'wechat' } });
    const { app: _, ...unnamed } = data;
    const unknown = withCode(code, unnamed).poll({ app: 'dingtalk', preLoginId: 'p' }, signal);
    expect(await unknown).toMatchObject({ outcome: { is: outcome, app: 'dingtalk' } });
  }
});

test.each([
  ['wechat', 'https://w/q/1', 'content'],
  ['wechat', 'https://mp.weixin.qq.com/cgi-bin/showqrcode?ticket=t', 'image'],
  ['wechat', 'data:image/png;base64,AA==', 'image'],
  ['alipay', 'https://a/q', 'content'],
  ['dingtalk', 'https://d/login', 'frame'],
] as const)('%s: a QR code of which only the URL %s is known is shown as %s [QR-03]', async (app, url, kind) => {
  expect(await withData({ url }).request(app, undefined, signal)).toMatchObject({
    is: 'loaded',
    qrCode: { kind, url, loginId: '' },
  });
});

test('a QR code without a URL is not loaded [QR-04]', async () => {
  for (const url of ['', null])
    expect(await withData({ url }).request('wechat', undefined, signal)).toMatchObject({ is: 'notLoaded' });
});

test('the identifiers of a scan are taken from its URL when the response has none [QR-09]', async () => {
  const url = 'https://w/q?sceneId=s1&loginId=l1';
  expect(await withData({ url }).request('wechat', undefined, signal)).toMatchObject({
    qrCode: { loginId: 'l1', pollTarget: { sceneId: 's1', loginId: 'l1' } },
  });
});

test('a scanCode that asks for a number leads to binding a mobile number, and any other signs in [QR-17]', async () => {
  const wechat: PollTarget = { app: 'wechat', sceneId: 's', loginId: 'l' };
  for (const scanCode of [432101, '432102'])
    expect(await withData({ scanCode, ouid: null }).poll(wechat, signal)).toMatchObject({
      outcome: { is: 'needsMobile', loginId: 'l' },
    });
  for (const scanCode of [0, '200', null])
    expect(await withData({ scanCode, url: '/home' }).poll(wechat, signal)).toMatchObject({
      outcome: { is: 'signedIn', url: '/home' },
    });
});
