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
  expect(await poll(target, resultCodes.busy)).toEqual({ is: 'noAnswer' });
});

test.each(targets)('$app: any other refusal fails with the message of the service [QR-16]', async (target) => {
  for (const code of [resultCodes.internalError, resultCodes.tooManyRequests, 12345])
    expect(await poll(target, code)).toEqual({ is: 'failed', failure: { message: 'Later' } });
});

test.each(targets)('$app: a declined scan asks for a refresh only where there is a code', async (target) => {
  const failure = target.app === 'dingtalk' ? 'denied' : { message: 'Later' };
  expect(await poll(target, resultCodes.scanDeclined)).toEqual({ is: 'failed', failure });
});
