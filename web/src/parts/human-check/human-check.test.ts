import { createApi } from '@foyer/contract/api-client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { checkHuman } from './human-check.ts';

beforeEach(() => void vi.stubGlobal('location', { origin: 'https://x' }));
afterEach(() => void vi.unstubAllGlobals());

const check = (response: { status: number; json(): Promise<unknown> }) =>
  checkHuman(
    createApi({ base: '', language: () => 'en-US', send: async () => response }),
    new AbortController().signal,
  );

test('with a back end that has no human check, codes are requested without one [CS-07]', async () => {
  expect(await check({ status: 404, json: () => Promise.reject(new SyntaxError('<')) })).toEqual({ auth: undefined });
});

test('a human check that fails for another reason is a problem [CS-07]', async () => {
  expect(await check({ status: 502, json: () => Promise.reject(new SyntaxError('<')) })).toEqual({
    problem: 'noResponse',
  });
  expect(await check({ status: 200, json: async () => ({ code: 1, message: 'No' }) })).toEqual({
    problem: { message: 'No' },
  });
});
