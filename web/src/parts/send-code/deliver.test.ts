import type { Api } from '@foyer/contract/api-client';
import { expect, test } from 'vitest';
import { deliverByPreServiceId } from './deliver.ts';

test.each([
  [undefined, '/sender/mobile/v3'],
  ['email', '/sender/email/v3'],
] as const)('a code by preServiceId with channel %s is sent with %s [CS-09]', async (by, path) => {
  const paths: string[] = [];
  const api: Api = async (call) => {
    paths.push(call.path);
    return { is: 'noResponse' };
  };
  const options = { auth: 'token', signal: new AbortController().signal };
  expect(await deliverByPreServiceId(api, 'MODIFY_IDCARD', 'preService', options, by)).toEqual({ problem: 'unknown' });
  expect(paths).toEqual([path]);
});
