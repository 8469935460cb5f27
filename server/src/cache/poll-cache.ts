import { type RateLimit, createRateLimit, wholeSeconds, window } from './rate-limit.ts';
import type { Clock } from '../platform/clock.ts';
import type { Redis } from './redis.ts';
import { pollCache as limits } from '../platform/service-limits.ts';

/**
 * Short notes for those who ask again and again, so that the database is spared. The database stays the truth: what is
 * not here is looked for there.
 */
export interface PollCache {
  /** Whoever asks may do so only so often, and is counted before they are answered. */
  get(key: string, asker: string): Promise<PollCacheResult>;
  /** Takes the place of whatever stood there. */
  set(key: string, note: string, until: number): Promise<void>;
  /** Only where nothing stands: what was read a moment ago must not hide what was posted since. */
  setIfAbsent(key: string, note: string, until: number): Promise<void>;
}

export type PollCacheResult = { is: 'read'; note: string | undefined } | { is: 'tooOften'; retryAfter: number };

interface Means {
  asksPerMinute: number;
  redis: Redis | undefined;
  clock: Clock;
  /** No other process has this database. */
  alone: boolean;
}

export function createPollCache({ redis, clock, alone, asksPerMinute }: Means): PollCache {
  const ownLimit = createRateLimit(asksPerMinute);
  if (redis) return sharedBoard(redis, clock, asksPerMinute, ownLimit);
  return alone ? ownBoard(clock, ownLimit) : noBoard(ownLimit);
}

/** Several processes without anything between them: a note of one would be news that another never hears. */
const noBoard = (limit: RateLimit): PollCache => ({
  get: async (_, asker) => lookWithin(await limit(asker), () => undefined),
  set: async () => {},
  setIfAbsent: async () => {},
});

const lookWithin = (retryAfter: number | undefined, read: () => string | undefined): PollCacheResult =>
  retryAfter === undefined ? { is: 'read', note: read() } : { is: 'tooOften', retryAfter };

function ownBoard(clock: Clock, limit: RateLimit): PollCache {
  const notes = new Map<string, { note: string; until: number }>();

  function put(key: string, note: string, until: number) {
    notes.delete(key);
    for (const [oldest, { until: end }] of notes) {
      if (notes.size < limits.notes && end > clock.now()) break;
      notes.delete(oldest);
    }
    notes.set(key, { note, until });
  }
  const standing = (key: string) => {
    const found = notes.get(key);
    return found && found.until > clock.now() ? found.note : undefined;
  };

  return {
    get: async (key, asker) => lookWithin(await limit(asker), () => standing(key)),
    set: async (key, note, until) => put(key, note, until),
    async setIfAbsent(key, note, until) {
      if (standing(key) === undefined) put(key, note, until);
    },
  };
}

/** Says that the database knows better. */
const askElsewhere = '';

function sharedBoard({ client, inTime }: Redis, clock: Clock, asksPerMinute: number, ownLimit: RateLimit): PollCache {
  /** What could not be posted, and so may stand there out of date. */
  const late = new Map<string, number>();
  let catchingUp = false;

  const set = (key: string, note: string, until: number, condition?: 'NX') =>
    inTime(
      client.set(`foyer:board:${key}`, note, {
        expiration: { type: 'PX', value: Math.max(1, Math.ceil(until - clock.now())) },
        ...(condition && { condition }),
      }),
    );

  async function catchUp() {
    if (catchingUp || late.size === 0 || !client.isReady) return;
    catchingUp = true;
    try {
      for (const [key, until] of late) {
        if (until > clock.now()) await set(key, askElsewhere, until);
        late.delete(key);
      }
    } catch {
      // Away again: the rest is tried when somebody looks next.
    } finally {
      catchingUp = false;
    }
  }
  client.on('ready', () => void catchUp());

  return {
    async get(key, asker) {
      void catchUp();
      let told;
      try {
        const [by, from] = [`foyer:asks:${asker}`, `foyer:board:${key}`];
        told = await inTime(client.countAndRead(by, from, asksPerMinute, window));
      } catch {
        // No part of it, as elsewhere: one page alone needs a third.
        return lookWithin(await ownLimit(asker), () => undefined);
      }
      if (typeof told === 'number') return { is: 'tooOften', retryAfter: wholeSeconds(told) };
      return { is: 'read', note: (!late.has(key) && told) || undefined };
    },
    async set(key, note, until) {
      try {
        await set(key, note, until);
        late.delete(key);
      } catch {
        late.set(key, until);
      }
    },
    async setIfAbsent(key, note, until) {
      if (late.has(key)) return;
      await set(key, note, until, 'NX').catch(() => {});
    },
  };
}
