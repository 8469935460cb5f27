import { minutes, seconds } from '@foyer/contract/time';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { Redis } from './redis.ts';
import { redisClient } from './service-limits.ts';

/** Counts calls by address; gives back in how many seconds the next one may come, or undefined when it may now. */
export type CallLimit = (key: string) => Promise<number | undefined>;

export function createCallLimit(perMinute: number, redis?: Redis, name = 'calls'): CallLimit {
  const duration = minutes(1) / seconds(1);
  const own = (points: number) => new RateLimiterMemory({ points, duration, keyPrefix: name });
  const limiter = redis
    ? new RateLimiterRedis({
        storeClient: redis.client,
        useRedisPackage: true,
        rejectIfRedisNotReady: true,
        points: perMinute,
        duration,
        keyPrefix: `foyer:${name}`,
        // While Redis is away each process counts alone, more strictly; nobody is ever let through uncounted.
        insuranceLimiter: own(Math.max(1, Math.floor(perMinute / redisClient.shareWithoutIt))),
      })
    : own(perMinute);
  return async (key) => {
    try {
      await limiter.consume(key);
      return undefined;
    } catch (stopped) {
      if (stopped instanceof RateLimiterRes) return Math.max(1, Math.ceil(stopped.msBeforeNext / 1000));
      throw stopped;
    }
  };
}
