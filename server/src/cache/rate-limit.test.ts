import { describe, expect, onTestFinished, test } from 'vitest';
import { tcpProxy } from '../../test/support/servers/tcp-proxy.ts';
import { createLog } from '../platform/log.ts';
import { createRateLimit } from './rate-limit.ts';
import { openRedis } from './redis.ts';

const redisUrl = process.env['TEST_REDIS_URL'];
const { log } = createLog('silent', { write() {} });
let count = 0;
const newName = () => `test-${process.pid}-${(count += 1)}`;

async function connect(url = redisUrl ?? '') {
  const redis = openRedis(url, log);
  onTestFinished(redis.close);
  await expect.poll(() => redis.isReady()).toBe(true);
  return redis;
}

/** The results of several calls: the seconds to wait, or undefined for an allowed call. */
async function call(limit: ReturnType<typeof createRateLimit>, times: number, key = '203.0.113.5') {
  const waits = [];
  for (let i = 0; i < times; i += 1) waits.push(await limit(key));
  return waits;
}

test('a limit in memory rejects calls of one key until the minute ends, and allows those of others', async () => {
  const limit = createRateLimit(2, undefined, newName());
  expect(await call(limit, 3)).toEqual([undefined, undefined, 60]);
  expect(await limit('203.0.113.6')).toBeUndefined();
});

describe.runIf(redisUrl)('a limit in Redis', () => {
  test('counts the calls of all processes together, separately for each name, and the count expires', async () => {
    const [one, other] = [await connect(), await connect()];
    const name = newName();
    expect(await call(createRateLimit(3, one, name), 2)).toEqual([undefined, undefined]);
    expect(await call(createRateLimit(3, other, name), 2)).toEqual([undefined, 60]);
    expect(await call(createRateLimit(3, other, newName()), 1)).toEqual([undefined]);
    expect(await one.client.pTTL(`foyer:${name}:203.0.113.5`)).toBeGreaterThan(0);
  });

  test('allows exactly the limit of fifty calls at the same time', async () => {
    const limit = createRateLimit(7, await connect(), newName());
    const waits = await Promise.all(Array.from({ length: 50 }, () => limit('203.0.113.5')));
    expect(waits.filter((wait) => wait === undefined)).toHaveLength(7);
  });

  test('is counted in the process, with a quarter of the limit, while Redis hangs', async () => {
    const proxy = await tcpProxy(redisUrl!);
    const limit = createRateLimit(8, await connect(proxy.url), newName());
    proxy.pauseReplies();
    expect(await call(limit, 3)).toEqual([undefined, undefined, 60]);
  });

  test('is counted in the process while Redis is down, and in Redis again afterwards', async () => {
    const proxy = await tcpProxy(redisUrl!);
    const redis = await connect(proxy.url);
    const limit = createRateLimit(8, redis, newName());
    await call(limit, 4);
    proxy.disconnect();
    await expect.poll(() => redis.isReady()).toBe(false);
    expect(await call(limit, 3)).toEqual([undefined, undefined, 60]);
    proxy.reconnect();
    await expect.poll(() => redis.isReady()).toBe(true);
    expect((await call(limit, 5)).map((wait) => wait === undefined)).toEqual([true, true, true, true, false]);
  });

  test('keeps counting after Redis has lost its scripts', async () => {
    const redis = await connect();
    const limit = createRateLimit(2, redis, newName());
    await call(limit, 1);
    await redis.client.scriptFlush();
    expect(await call(limit, 2)).toEqual([undefined, 60]);
  });
});
