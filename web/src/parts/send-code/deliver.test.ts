import type { Api } from '@foyer/contract/api-client';
import { expect, test } from 'vitest';
import { deliverHeld } from './deliver.ts';

test.each([
  [undefined, '/sender/mobile/v3'],
  ['email', '/sender/email/v3'],
] as const)('a code for what only the service knows goes by %s to %s [CS-09]', async (by, path) => {
  const asked: string[] = [];
  const api: Api = async (call) => {
    asked.push(call.path);
    return { is: 'noAnswer' };
  };
  const pass = { auth: 'pass', signal: new AbortController().signal };
  expect(await deliverHeld(api, 'MODIFY_IDCARD', 'held', pass, by)).toEqual({ problem: 'unknown' });
  expect(asked).toEqual([path]);
});
