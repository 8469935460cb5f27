import { createApi } from '@foyer/contract/api-client';
import { getAgreement } from '@foyer/contract/flows/agreement';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { waitForNetwork } from './wait-for-network.ts';

const network = Object.assign(new EventTarget(), { onLine: true });

beforeEach(() => {
  vi.stubGlobal('navigator', network);
  vi.stubGlobal('addEventListener', network.addEventListener.bind(network));
});
afterEach(() => void vi.unstubAllGlobals());

function setOnline(onLine: boolean) {
  network.onLine = onLine;
  if (onLine) network.dispatchEvent(new Event('online'));
}

/** Makes a call whose requests are answered if `isAnswered` says so. */
function call(isAnswered: () => boolean, signal?: AbortSignal) {
  const send = vi.fn<() => Promise<{ json(): Promise<unknown> }>>(async () => {
    if (!isAnswered()) throw new TypeError('Failed to fetch');
    return { json: async () => ({ code: 0, data: { needAgreement: false } }) };
  });
  const api = waitForNetwork(createApi({ base: '', language: () => 'en-US', send }));
  return { send, result: api(getAgreement, {}, signal ? { signal } : {}) };
}

const settled = (result: Promise<unknown>) => Promise.race([result, new Promise((resolve) => setImmediate(resolve))]);
const isOnline = () => network.onLine;
const done = { is: 'done', data: { needAgreement: false } };

test('a call without a network is made again when the network is back [ER-03]', async () => {
  setOnline(false);
  const { send, result } = call(isOnline);
  expect(await settled(result)).toBeUndefined();
  expect(send).toHaveBeenCalledTimes(1);
  setOnline(true);
  expect(await result).toEqual(done);
  expect(send).toHaveBeenCalledTimes(2);
});

test('a call whose connection is lost on the way is not made again: the service may have received it', async () => {
  setOnline(true);
  const { send, result } = call(() => false);
  setOnline(false);
  expect(await settled(result)).toEqual({ is: 'noResponse' });
  setOnline(true);
  expect(send).toHaveBeenCalledTimes(1);
});

test('a call that is answered in spite of what the browser says of the network does not wait', async () => {
  setOnline(false);
  expect(await settled(call(() => true).result)).toEqual(done);
});

test('a call that is no longer wanted ends, and is not made again', async () => {
  setOnline(false);
  const abort = new AbortController();
  const { send, result } = call(isOnline, abort.signal);
  await settled(result);
  abort.abort();
  expect(await settled(result)).toEqual({ is: 'noResponse' });
  setOnline(true);
  expect(send).toHaveBeenCalledTimes(1);
});
