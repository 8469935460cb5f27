import { seconds } from '@foyer/contract/time';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { tcpProxy } from '../../test/support/servers/tcp-proxy.ts';
import { testClock } from '../../test/support/test-clock.ts';
import { createLog } from '../platform/log.ts';
import { pollCache as limits } from './poll-cache.ts';
import { type PollCache, createPollCache } from './poll-cache.ts';
import { createRateLimit } from './rate-limit.ts';
import { type Redis, openRedis } from './redis.ts';

const redisUrl = process.env['TEST_REDIS_URL'];
const { log } = createLog('silent', { write() {} });
const clock = testClock();
const soon = () => clock.now() + seconds(60);
const pollsPerMinute = 8;
let count = 0;
const newKey = () => `test-${process.pid}-${(count += 1)}`;

/** The cached value, read by a new client each time. */
async function read(cache: PollCache, key: string) {
  const result = await cache.get(key, newKey());
  if (result.is !== 'read') throw new Error(`Not read but ${result.is}`);
  return result.value;
}

/** The results of several polls by one client. */
async function poll(cache: PollCache, times: number, client: string) {
  const results = [];
  for (let i = 0; i < times; i += 1) results.push((await cache.get('a', client)).is);
  return results;
}
const limitReached = [...Array<string>(pollsPerMinute).fill('read'), 'tooOften'];

const inMemory = async () => createPollCache({ redis: undefined, clock, singleProcess: true, pollsPerMinute });

async function connect(url: string) {
  const redis = openRedis(url, log);
  onTestFinished(redis.close);
  await vi.waitFor(() => expect(redis.isReady()).toBe(true));
  return redis;
}

const inRedis = async (url = redisUrl ?? '') =>
  createPollCache({ redis: await connect(url), clock, singleProcess: false, pollsPerMinute });

function withoutRedis() {
  const redis = openRedis('redis://127.0.0.1:1', log);
  onTestFinished(redis.close);
  return createPollCache({ redis, clock, singleProcess: false, pollsPerMinute });
}

const stores: [string, () => Promise<Redis | undefined>][] = [
  ['in memory', async () => undefined],
  ...(redisUrl ? [['in Redis', () => connect(redisUrl)] satisfies [string, () => Promise<Redis>]] : []),
];

const caches: [string, () => Promise<PollCache>][] = [
  ['in memory', inMemory],
  ...(redisUrl ? [['in Redis', () => inRedis()] satisfies [string, () => Promise<PollCache>]] : []),
];

describe.each(caches)('a poll cache %s', (_, open) => {
  test('returns the last value that was set', async () => {
    const [cache, key] = [await open(), newKey()];
    expect(await read(cache, key)).toBeUndefined();
    await cache.set(key, 'waiting', soon());
    await cache.set(key, 'scanned', soon());
    expect(await read(cache, key)).toBe('scanned');
  });

  test('does not replace a value with one that was read from the database before', async () => {
    const [cache, key] = [await open(), newKey()];
    await cache.setIfAbsent(key, 'waiting', soon());
    await cache.set(key, 'changed', soon());
    await cache.setIfAbsent(key, 'waiting', soon());
    expect(await read(cache, key)).toBe('changed');
  });

  test('limits the polls of one client per minute, not those of others [AC-13]', async () => {
    const [cache, client] = [await open(), newKey()];
    expect(await poll(cache, pollsPerMinute + 1, client)).toEqual(limitReached);
    expect(await cache.get('a', client)).toEqual({ is: 'tooOften', retryAfter: 60 });
    expect(await poll(cache, 1, newKey())).toEqual(['read']);
  });
});

describe.each(stores)('calls and polls counted together, %s', (_, openRedisOrNot) => {
  test('share the limit of all calls from an IP address, and a refused call is not counted as a poll', async () => {
    const redis = await openRedisOrNot();
    const hits: string[] = [];
    const callRateLimit = createRateLimit(3, redis, newKey(), () => hits.push('calls'));
    const onLimitHit = (name: string) => hits.push(name);
    const cache = createPollCache({
      redis,
      clock,
      singleProcess: !redis,
      pollsPerMinute: 2,
      callRateLimit,
      onLimitHit,
    });
    const [client, other] = [newKey(), newKey()];
    const is = async (poller: string, clientIp?: string) => (await cache.get('a', poller, clientIp)).is;
    expect([await is(client, 'ip'), await is(client, 'ip'), await is(client, 'ip')]).toEqual([
      'read',
      'read',
      'tooOften',
    ]);
    expect(hits).toEqual(['polls']);
    expect(await callRateLimit('ip')).toBe(60);
    expect(await is(other, 'ip')).toBe('tooOften');
    expect(hits).toEqual(['polls', 'calls', 'calls']);
    expect([await is(other), await is(other), await is(other)]).toEqual(['read', 'read', 'tooOften']);
  });
});

describe('a poll cache in memory', () => {
  test('forgets a value when it expires, and accepts another one then', async () => {
    const cache = await inMemory();
    await cache.set('a', 'waiting', clock.now() + 1);
    expect(await read(cache, 'a')).toBe('waiting');
    clock.move(2);
    expect(await read(cache, 'a')).toBeUndefined();
    await cache.setIfAbsent('a', 'again', soon());
    expect(await read(cache, 'a')).toBe('again');
  });

  test('removes the value that was not used for the longest time when it is full', async () => {
    const cache = await inMemory();
    for (let i = 0; i < limits.values; i += 1) await cache.set(String(i), 'waiting', soon());
    expect(await read(cache, '0')).toBe('waiting');
    await cache.set('one more', 'waiting', soon());
    expect(await read(cache, '0')).toBe('waiting');
    expect(await read(cache, '1')).toBeUndefined();
    expect(await read(cache, '2')).toBe('waiting');
  });
});

describe('without Redis', () => {
  test('several processes cache nothing, and each limits the polls', async () => {
    const cache = createPollCache({ redis: undefined, clock, singleProcess: false, pollsPerMinute });
    await cache.set('a', 'waiting', soon());
    await cache.setIfAbsent('a', 'waiting', soon());
    expect(await read(cache, 'a')).toBeUndefined();
    expect(await poll(cache, pollsPerMinute + 1, newKey())).toEqual(limitReached);
  });

  test('a configured but unavailable Redis means no value, and no error', async () => {
    const cache = withoutRedis();
    await cache.set('a', 'waiting', soon());
    await cache.setIfAbsent('a', 'waiting', soon());
    expect(await read(cache, 'a')).toBeUndefined();
  });

  test('each process limits the polls while Redis is unavailable [AC-13]', async () => {
    expect(await poll(withoutRedis(), pollsPerMinute + 1, newKey())).toEqual(limitReached);
  });
});

describe.runIf(redisUrl)('a poll cache in Redis', () => {
  test('counts the polls of all processes together, also after a restart [AC-13]', async () => {
    const [one, other, client] = [await inRedis(), await inRedis(), newKey()];
    expect(await poll(one, 5, client)).not.toContain('tooOften');
    expect(await poll(other, 3, client)).not.toContain('tooOften');
    expect(await poll(await inRedis(), 1, client)).toEqual(['tooOften']);
  });

  test('no process trusts a value that could not be replaced while Redis was unavailable', async () => {
    const proxy = await tcpProxy(redisUrl!);
    const [one, other, key] = [await inRedis(proxy.url), await inRedis(), newKey()];
    await one.set(key, 'waiting', soon());
    expect(await read(other, key)).toBe('waiting');

    proxy.disconnect();
    await one.set(key, 'changed', soon());
    expect(await read(one, key)).toBeUndefined();

    proxy.reconnect();
    await vi.waitFor(async () => expect(await read(other, key)).toBeUndefined(), { timeout: seconds(20) });
    await other.setIfAbsent(key, 'waiting', soon());
    expect([await read(one, key), await read(other, key)]).toEqual([undefined, undefined]);
  });

  test('does not wait for a Redis that hangs', async () => {
    const proxy = await tcpProxy(redisUrl!);
    const [cache, key] = [await inRedis(proxy.url), newKey()];
    await cache.set(key, 'waiting', soon());
    expect(await read(cache, key)).toBe('waiting');
    proxy.pauseReplies();
    expect(await read(cache, key)).toBeUndefined();
  });
});
