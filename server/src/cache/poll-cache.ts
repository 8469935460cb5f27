import { type CallLimit, createCallLimit, wholeSeconds, window } from './rate-limit.ts';
import type { Clock } from '../platform/clock.ts';
import type { Redis } from './redis.ts';
import { board as limits } from '../platform/service-limits.ts';

/**
 * Short notes for those who ask again and again, so that the database is spared. The database stays the truth: what is
 * not here is looked for there.
 */
export interface Board {
  /** Whoever asks may do so only so often, and is counted before they are answered. */
  look(key: string, asker: string): Promise<Look>;
  /** Takes the place of whatever stood there. */
  post(key: string, note: string, until: number): Promise<void>;
  /** Only where nothing stands: what was read a moment ago must not hide what was posted since. */
  fill(key: string, note: string, until: number): Promise<void>;
}

export type Look = { is: 'read'; note: string | undefined } | { is: 'tooOften'; retryAfter: number };

interface Means {
  asksPerMinute: number;
  redis: Redis | undefined;
  clock: Clock;
  /** No other process has this database. */
  alone: boolean;
}

export function createBoard({ redis, clock, alone, asksPerMinute }: Means): Board {
  const ownLimit = createCallLimit(asksPerMinute);
  if (redis) return sharedBoard(redis, clock, asksPerMinute, ownLimit);
  return alone ? ownBoard(clock, ownLimit) : noBoard(ownLimit);
}

/** Several processes without anything between them: a note of one would be news that another never hears. */
const noBoard = (limit: CallLimit): Board => ({
  look: async (_, asker) => lookWithin(await limit(asker), () => undefined),
  post: async () => {},
  fill: async () => {},
});

const lookWithin = (retryAfter: number | undefined, read: () => string | undefined): Look =>
  retryAfter === undefined ? { is: 'read', note: read() } : { is: 'tooOften', retryAfter };

function ownBoard(clock: Clock, limit: CallLimit): Board {
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
    look: async (key, asker) => lookWithin(await limit(asker), () => standing(key)),
    post: async (key, note, until) => put(key, note, until),
    async fill(key, note, until) {
      if (standing(key) === undefined) put(key, note, until);
    },
  };
}

/** Says that the database knows better. */
const askElsewhere = '';

function sharedBoard({ client, inTime }: Redis, clock: Clock, asksPerMinute: number, ownLimit: CallLimit): Board {
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
    async look(key, asker) {
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
    async post(key, note, until) {
      try {
        await set(key, note, until);
        late.delete(key);
      } catch {
        late.set(key, until);
      }
    },
    async fill(key, note, until) {
      if (late.has(key)) return;
      await set(key, note, until, 'NX').catch(() => {});
    },
  };
}
