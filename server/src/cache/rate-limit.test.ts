import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { redisProxy } from '../../test/support/redis-proxy.ts';
import { createRateLimit } from './rate-limit.ts';
import { createLog } from '../platform/log.ts';
import { openRedis } from './redis.ts';

const server = process.env['TEST_REDIS_URL'];
const { log } = createLog('silent', { write() {} });
let count = 0;
const newName = () => `test-${process.pid}-${(count += 1)}`;

async function connected(url: string) {
  const redis = openRedis(url, log);
  onTestFinished(redis.close);
  await vi.waitFor(() => expect(redis.isReady()).toBe(true));
  return redis;
}

/** How long each of so many calls has to wait. */
async function waits(limit: ReturnType<typeof createRateLimit>, calls: number, key = '203.0.113.5') {
  const told = [];
  for (let i = 0; i < calls; i += 1) told.push(await limit(key));
  return told;
}

describe('calls from one address', () => {
  test('pass as many as may, then wait for the rest of the minute; others are not held up', async () => {
    const limit = createRateLimit(2, undefined, newName());
    expect(await waits(limit, 3)).toEqual([undefined, undefined, 60]);
    expect(await limit('203.0.113.6')).toBeUndefined();
  });
});

describe.runIf(server)('calls counted in Redis', () => {
  test('are counted together by all processes, each name for itself, and the count ends', async () => {
    const [one, other] = [await connected(server ?? ''), await connected(server ?? '')];
    const name = newName();
    expect(await waits(createRateLimit(3, one, name), 2)).toEqual([undefined, undefined]);
    expect(await waits(createRateLimit(3, other, name), 2)).toEqual([undefined, 60]);
    expect(await waits(createRateLimit(3, other, newName()), 1)).toEqual([undefined]);
    expect(await one.client.pTTL(`foyer:${name}:203.0.113.5`)).toBeGreaterThan(0);
  });

  test('of fifty that come at once as many pass as may', async () => {
    const limit = createRateLimit(7, await connected(server ?? ''), newName());
    const told = await Promise.all(Array.from({ length: 50 }, () => limit('203.0.113.5')));
    expect(told.filter((wait) => wait === undefined)).toHaveLength(7);
  });

  test('are counted here, more strictly, when Redis has stopped and says nothing', async () => {
    const line = await redisProxy(server ?? '');
    const limit = createRateLimit(8, await connected(line.url), newName());
    line.hold();
    expect(await waits(limit, 3)).toEqual([undefined, undefined, 60]);
  });

  test('go on being counted when Redis has forgotten the script', async () => {
    const redis = await connected(server ?? '');
    const limit = createRateLimit(2, redis, newName());
    await waits(limit, 1);
    await redis.client.scriptFlush();
    expect(await waits(limit, 2)).toEqual([undefined, 60]);
  });
});
