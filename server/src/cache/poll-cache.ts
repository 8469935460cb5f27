import { LRUCache } from 'lru-cache';
import type { Clock } from '../platform/clock.ts';
import { pollCache as limits } from '../platform/service-limits.ts';
import { type RateLimit, createRateLimit, wholeSeconds, window } from './rate-limit.ts';
import type { Redis } from './redis.ts';

/**
 * Caches the results that clients poll for, to spare the database. The database decides: a value that is missing here
 * is read there.
 */
export interface PollCache {
  /** Counts the poll first: each client may poll so many times per minute. */
  get(key: string, client: string): Promise<PollCacheResult>;
  set(key: string, value: string, until: number): Promise<void>;
  /** For values read from the database: a value set since then is newer and stays. */
  setIfAbsent(key: string, value: string, until: number): Promise<void>;
}

export type PollCacheResult = { is: 'read'; value: string | undefined } | { is: 'tooOften'; retryAfter: number };

interface PollCacheOptions {
  pollsPerMinute: number;
  redis: Redis | undefined;
  clock: Clock;
  /** No other process uses this database. */
  singleProcess: boolean;
  onLimitHit?: (name: string) => void;
}

export function createPollCache({
  redis,
  clock,
  singleProcess,
  pollsPerMinute,
  onLimitHit = () => {},
}: PollCacheOptions): PollCache {
  const rateLimit = createRateLimit(pollsPerMinute, undefined, limitName, onLimitHit);
  if (redis) return redisCache(redis, clock, pollsPerMinute, rateLimit, onLimitHit);
  return singleProcess ? memoryCache(clock, rateLimit) : noCache(rateLimit);
}

const limitName = 'polls';

/** Several processes without Redis: one process would not see the changes that another one makes. */
const noCache = (rateLimit: RateLimit): PollCache => ({
  get: async (_, client) => result(await rateLimit(client), () => undefined),
  set: async () => {},
  setIfAbsent: async () => {},
});

const result = (retryAfter: number | undefined, read: () => string | undefined): PollCacheResult =>
  retryAfter === undefined ? { is: 'read', value: read() } : { is: 'tooOften', retryAfter };

function memoryCache(clock: Clock, rateLimit: RateLimit): PollCache {
  const values = new LRUCache<string, string>({
    max: limits.values,
    perf: { now: () => clock.now() },
    // Reads the clock every time, so that a clock moved by a test or the sandbox counts at once.
    ttlResolution: 0,
  });
  const set = (key: string, value: string, until: number) =>
    void values.set(key, value, { ttl: Math.max(1, until - clock.now()) });

  return {
    get: async (key, client) => result(await rateLimit(client), () => values.get(key)),
    set: async (key, value, until) => set(key, value, until),
    async setIfAbsent(key, value, until) {
      if (!values.has(key)) set(key, value, until);
    },
  };
}

/** Stored in place of an outdated value: it sends readers to the database. */
const unknown = '';

function redisCache(
  { client, inTime }: Redis,
  clock: Clock,
  pollsPerMinute: number,
  fallback: RateLimit,
  onLimitHit: (name: string) => void,
): PollCache {
  /** Keys whose value in Redis may be outdated because it could not be replaced, with the time the value expires. */
  const outdated = new Map<string, number>();
  let isRepairing = false;

  const set = (key: string, value: string, until: number, condition?: 'NX') =>
    inTime(
      client.set(`foyer:poll-cache:${key}`, value, {
        expiration: { type: 'PX', value: Math.max(1, Math.ceil(until - clock.now())) },
        ...(condition && { condition }),
      }),
    );

  async function repair() {
    if (isRepairing || outdated.size === 0 || !client.isReady) return;
    isRepairing = true;
    try {
      for (const [key, until] of outdated) {
        if (until > clock.now()) await set(key, unknown, until);
        outdated.delete(key);
      }
    } catch {
      // Redis is unavailable again. The next poll repairs the rest.
    } finally {
      isRepairing = false;
    }
  }
  client.on('ready', () => void repair());

  return {
    async get(key, poller) {
      void repair();
      let reply;
      try {
        const [counter, cached] = [`foyer:polls:${poller}`, `foyer:poll-cache:${key}`];
        reply = await inTime(client.countAndRead(counter, cached, pollsPerMinute, window));
      } catch {
        // The full limit, unlike other calls without Redis: a single page needs a third of it.
        return result(await fallback(poller), () => undefined);
      }
      if (typeof reply === 'number') {
        onLimitHit(limitName);
        return { is: 'tooOften', retryAfter: wholeSeconds(reply) };
      }
      return { is: 'read', value: (!outdated.has(key) && reply) || undefined };
    },
    async set(key, value, until) {
      try {
        await set(key, value, until);
        outdated.delete(key);
      } catch {
        outdated.set(key, until);
      }
    },
    async setIfAbsent(key, value, until) {
      if (outdated.has(key)) return;
      await set(key, value, until, 'NX').catch(() => {});
    },
  };
}
