import { createHash } from 'node:crypto';
import { createApi } from '@foyer/contract/api-client';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { checkHuman, sendChecked } from './human-check.ts';

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

describe('a code', () => {
  const puzzleOf = (salt: string) => ({
    algorithm: 'SHA-256',
    challenge: createHash('sha256').update(`${salt}3`).digest('hex'),
    salt,
    maxnumber: 5,
    signature: '',
  });
  const signal = new AbortController().signal;
  /** Solved puzzles give a token that names their purpose. */
  const api = createApi({
    base: '',
    language: () => 'en-US',
    send: async (url, { body }) => {
      const purpose = new URL(url, 'https://x').searchParams.get('purpose') ?? 'code';
      const solution = typeof body === 'string' ? atob(JSON.parse(body).value) : '';
      const data = solution
        ? { auth: JSON.parse(solution).salt }
        : { provider: 'proofOfWork', challenge: puzzleOf(`${purpose}.`) };
      return { json: async () => ({ code: 0, message: '', data }) };
    },
  });

  test('beyond a limit is sent after a harder check, where the service offers it [D-51]', async () => {
    const refused = { problem: { message: 'Daily limit' }, extraCode: true };
    const sent = { serviceId: 'S1', sentTo: '138****8000' };
    const send = vi.fn(async (auth?: string) => (auth === 'extraCode.' ? sent : refused));
    expect(await sendChecked(api, signal, send)).toBe(sent);
    expect(send.mock.calls).toEqual([['code.'], ['extraCode.']]);
  });

  test('that is refused again, or without this offer, is not tried again', async () => {
    for (const [extraCode, times] of [
      [true, 2],
      [false, 1],
    ] as const) {
      const refused = { problem: { message: 'Daily limit' }, extraCode };
      const send = vi.fn(async () => refused);
      expect(await sendChecked(api, signal, send)).toBe(refused);
      expect(send).toHaveBeenCalledTimes(times);
    }
  });
});
