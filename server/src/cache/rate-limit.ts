import { minutes, seconds } from '@foyer/contract/time';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { redisClient } from '../platform/service-limits.ts';
import type { Redis } from './redis.ts';

/** Counts a call under a key. Returns the seconds until the next call is allowed, or undefined if this one is. */
export type RateLimit = (key: string) => Promise<number | undefined>;

export const window = minutes(1);

export function createRateLimit(
  perMinute: number,
  redis?: Redis,
  name = 'calls',
  onHit: (name: string) => void = () => {},
): RateLimit {
  const limiter = redis ? redisLimiter(perMinute, redis, name) : memoryLimiter(perMinute, name);
  return async (key) => {
    try {
      await limiter.consume(key);
      return undefined;
    } catch (rejection) {
      if (!(rejection instanceof RateLimiterRes)) throw rejection;
      onHit(name);
      return wholeSeconds(rejection.msBeforeNext);
    }
  };
}

const memoryLimiter = (points: number, keyPrefix: string) =>
  new RateLimiterMemory({ points, duration: window / seconds(1), keyPrefix });

/** All processes count together. While Redis does not answer, each process counts alone and allows a part. */
const redisLimiter = (points: number, { client, inTime }: Redis, name: string) =>
  new RateLimiterRedis({
    // The library waits for Redis without a time limit, so the client given to it has one.
    storeClient: { eval: (...args: Parameters<typeof client.eval>) => inTime(client.eval(...args)) },
    useRedisPackage: true,
    points,
    duration: window / seconds(1),
    keyPrefix: `foyer:${name}`,
    insuranceLimiter: memoryLimiter(Math.max(1, Math.floor(points / redisClient.memoryLimitDivisor)), name),
  });

export const wholeSeconds = (milliseconds: number) => Math.max(1, Math.ceil(milliseconds / seconds(1)));
