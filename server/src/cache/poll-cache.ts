import { LRUCache } from 'lru-cache';
import type { Clock } from '../platform/clock.ts';
import { type RateLimit, type SharedRateLimit, createRateLimit, window } from './rate-limit.ts';
import type { Redis } from './redis.ts';

/** The size of the poll cache in memory. */
export const pollCache = { values: 100_000 } as const;

/**
 * Caches the results that clients poll for, to spare the database. The database decides: a value that is missing here
 * is read there.
 */
export interface PollCache {
  /** Counts the poll first: each client may poll so many times per minute. With `clientIp` it counts as a call, too. */
  get(key: string, client: string, clientIp?: string): Promise<PollCacheResult>;
  set(key: string, value: string, until: number): Promise<void>;
  /** For values read from the database: a value set since then is newer and stays. */
  setIfAbsent(key: string, value: string, until: number): Promise<void>;
}

export type PollCacheResult = { is: 'read'; value: string | undefined } | { is: 'tooOften'; retryAfter: number };

interface PollCacheOptions {
  pollsPerMinute: number;
  callRateLimit?: SharedRateLimit;
  redis: Redis | undefined;
  clock: Clock;
  /** No other process uses this database. */
  singleProcess: boolean;
  onLimitHit?: (name: string) => void;
}

export function createPollCache(options: PollCacheOptions): PollCache {
  const { redis, clock, singleProcess, pollsPerMinute, callRateLimit, onLimitHit } = options;
  // Without Redis the full limit, unlike other calls: a single page needs a third of it.
  const polls = createRateLimit(pollsPerMinute, undefined, 'polls', onLimitHit);
  const countAlone: CountAlone = async (client, clientIp) => {
    const wait = clientIp === undefined ? undefined : await callRateLimit?.withoutRedis(clientIp);
    return wait ?? polls(client);
  };
  if (redis) return redisCache(redis, clock, { polls, calls: callRateLimit, countAlone });
  return singleProcess ? memoryCache(clock, countAlone) : noCache(countAlone);
}

/** Counts a poll in this process. Returns the seconds to wait if it is one too many. */
type CountAlone = (client: string, clientIp: string | undefined) => ReturnType<RateLimit>;

/** Several processes without Redis: one process would not see the changes that another one makes. */
const noCache = (countAlone: CountAlone): PollCache => ({
  get: async (_, client, clientIp) => result(await countAlone(client, clientIp), () => undefined),
  set: async () => {},
  setIfAbsent: async () => {},
});

const result = (retryAfter: number | undefined, read: () => string | undefined): PollCacheResult =>
  retryAfter === undefined ? { is: 'read', value: read() } : { is: 'tooOften', retryAfter };

function memoryCache(clock: Clock, countAlone: CountAlone): PollCache {
  const values = new LRUCache<string, string>({
    max: pollCache.values,
    perf: { now: () => clock.now() },
    // Reads the clock every time, so that a clock moved by a test or the sandbox counts at once.
    ttlResolution: 0,
  });
  const set = (key: string, value: string, until: number) =>
    void values.set(key, value, { ttl: Math.max(1, until - clock.now()) });

  return {
    get: async (key, client, clientIp) => result(await countAlone(client, clientIp), () => values.get(key)),
    set: async (key, value, until) => set(key, value, until),
    async setIfAbsent(key, value, until) {
      if (!values.has(key)) set(key, value, until);
    },
  };
}

/** Stored in place of an outdated value: it sends readers to the database. */
const unknown = '';

interface PollLimits {
  polls: SharedRateLimit;
  calls: SharedRateLimit | undefined;
  countAlone: CountAlone;
}

function redisCache({ client, inTime }: Redis, clock: Clock, { polls, calls, countAlone }: PollLimits): PollCache {
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
    async get(key, poller, clientIp) {
      void repair();
      const pollCount = { key: polls.redisKey(poller), limit: polls.perMinute };
      const counts =
        calls && clientIp !== undefined
          ? [{ key: calls.redisKey(clientIp), limit: calls.perMinute }, pollCount]
          : [pollCount];
      let reply;
      try {
        reply = await inTime(client.countAndRead(counts, `foyer:poll-cache:${key}`, window));
      } catch {
        return result(await countAlone(poller, clientIp), () => undefined);
      }
      if (Array.isArray(reply)) {
        const [number = 0, wait = 0] = reply;
        const limit = calls && number < counts.length ? calls : polls;
        return { is: 'tooOften', retryAfter: limit.refused(wait) };
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
