import type { Api } from '@foyer/contract/api-client';
import { expect, test } from 'vitest';
import { deliverByPreServiceId } from './deliver.ts';

test.each([
  ['without a channel', '/sender/mobile/v3', undefined],
  ['by e-mail', '/sender/email/v3', 'email'],
] as const)('a code by preServiceId %s is sent with %s [CS-09]', async (_, path, channel) => {
  const paths: string[] = [];
  const api: Api = async (call) => {
    paths.push(call.path);
    return { is: 'noResponse' };
  };
  const options = { auth: 'token', signal: new AbortController().signal };
  expect(await deliverByPreServiceId(api, 'MODIFY_IDCARD', 'preService', options, channel)).toEqual({
    problem: 'unknown',
  });
  expect(paths).toEqual([path]);
});
