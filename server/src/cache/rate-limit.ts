import { minutes, seconds } from '@foyer/contract/time';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { redisClient } from '../config/operations-settings.ts';
import type { Redis } from './redis.ts';

/** Counts a call under a key. Returns the seconds until the next call is allowed, or undefined if this one is. */
export type RateLimit = (key: string) => Promise<number | undefined>;

/** A limit that can be counted together with something else in one request to Redis. */
export interface SharedRateLimit extends RateLimit {
  perMinute: number;
  redisKey(key: string): string;
  /** Reports a call that was refused, and returns the seconds to wait. */
  refused(milliseconds: number): number;
  /** Counts in this process, for the time in which Redis does not answer. */
  withoutRedis: RateLimit;
}

export const window = minutes(1);

/**
 * All processes count together in Redis, before anything else happens. While Redis does not answer, each process counts
 * alone and allows a part.
 */
export function createRateLimit(
  perMinute: number,
  redis?: Redis,
  name = 'calls',
  onHit: (name: string) => void = () => {},
): SharedRateLimit {
  const partOfLimit = redis ? Math.max(1, Math.floor(perMinute / redisClient.memoryLimitDivisor)) : perMinute;
  const memory = new RateLimiterMemory({ points: partOfLimit, duration: window / seconds(1), keyPrefix: name });
  const redisKey = (key: string) => `foyer:${name}:${key}`;
  const refused = (milliseconds: number) => {
    onHit(name);
    return wholeSeconds(milliseconds);
  };

  const withoutRedis: RateLimit = async (key) => {
    try {
      await memory.consume(key);
      return undefined;
    } catch (rejection) {
      if (!(rejection instanceof RateLimiterRes)) throw rejection;
      return refused(rejection.msBeforeNext);
    }
  };
  async function withRedis({ client, inTime }: Redis, key: string) {
    let wait;
    try {
      wait = await inTime(client.countCall(redisKey(key), perMinute, window));
    } catch {
      return withoutRedis(key);
    }
    return wait === 0 ? undefined : refused(wait);
  }
  const limit: RateLimit = redis ? (key) => withRedis(redis, key) : withoutRedis;
  return Object.assign(limit, { perMinute, redisKey, refused, withoutRedis });
}

const wholeSeconds = (milliseconds: number) => Math.max(1, Math.ceil(milliseconds / seconds(1)));
