import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createApi } from '@foyer/contract/api-client';
import { readPageParams } from '@foyer/contract/pages/page-params';
import { resultCodes } from '@foyer/contract/result-codes';
import { qrService } from './qr-login.service.ts';
import type { Question } from './qr-login.machine.ts';

beforeEach(() => void vi.stubGlobal('location', { origin: 'https://x' }));
afterEach(() => void vi.unstubAllGlobals());

const questions: Question[] = [
  { app: 'wechat', sceneId: 's', loginId: 'l' },
  { app: 'alipay', loginId: 'l' },
  { app: 'dingtalk', preLoginId: 'p' },
];

/** What the page takes from a service that answers every question with this code. */
const answerTo = (question: Question, code: number) => {
  const send = async () => ({ json: async () => ({ code, message: 'Later', data: null }) });
  const api = createApi({ base: '', language: () => 'en-US', send });
  return qrService({ api, params: readPageParams('') }).ask(question, new AbortController().signal);
};

test.each(questions)('$app: a service that has no time just now has not answered [D-31]', async (question) => {
  expect(await answerTo(question, resultCodes.busy)).toEqual({ is: 'missed' });
});

test.each(questions)(
  '$app: any other refusal stops the asking, in the words it came with [QR-16]',
  async (question) => {
    for (const code of [resultCodes.internalError, resultCodes.tooManyRequests, 12345])
      expect(await answerTo(question, code)).toEqual({ is: 'stopped', why: { message: 'Later' } });
  },
);

test.each(questions)(
  '$app: who declined is told so, and to refresh a code only where there is one',
  async (question) => {
    const why = question.app === 'dingtalk' ? 'denied' : { message: 'Later' };
    expect(await answerTo(question, resultCodes.scanDeclined)).toEqual({ is: 'stopped', why });
  },
);
