import { minutes, seconds } from '@foyer/contract/time';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Redis } from './redis.ts';
import { redisClient } from '../platform/service-limits.ts';

/** Counts calls by address; gives back in how many seconds the next one may come, or undefined when it may now. */
export type RateLimit = (key: string) => Promise<number | undefined>;

export const window = minutes(1);

export function createRateLimit(perMinute: number, redis?: Redis, name = 'calls'): RateLimit {
  if (!redis) return ownLimit(perMinute, name);
  // While Redis is away each process counts alone, more strictly; nobody is ever let through uncounted.
  const insurance = ownLimit(Math.max(1, Math.floor(perMinute / redisClient.shareWithoutIt)), name);
  return async (key) => {
    let wait;
    try {
      wait = await redis.inTime(redis.client.countCall(`foyer:${name}:${key}`, perMinute, window));
    } catch {
      return insurance(key);
    }
    return wait === 0 ? undefined : wholeSeconds(wait);
  };
}

function ownLimit(points: number, keyPrefix: string): RateLimit {
  const limiter = new RateLimiterMemory({ points, duration: window / seconds(1), keyPrefix });
  return async (key) => {
    try {
      await limiter.consume(key);
      return undefined;
    } catch (stopped) {
      if (stopped instanceof RateLimiterRes) return wholeSeconds(stopped.msBeforeNext);
      throw stopped;
    }
  };
}

export const wholeSeconds = (wait: number) => Math.max(1, Math.ceil(wait / seconds(1)));
