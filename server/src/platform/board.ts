import type { Clock } from './clock.ts';
import type { Redis } from './redis.ts';
import { board as limits } from './service-limits.ts';

/**
 * Short notes for those who ask again and again, so that the database is spared. The database stays the truth: what is
 * not here is looked for there.
 */
export interface Board {
  look(key: string): Promise<string | undefined>;
  /** Takes the place of whatever stood there. */
  post(key: string, note: string, until: number): Promise<void>;
  /** Only where nothing stands: what was read a moment ago must not hide what was posted since. */
  fill(key: string, note: string, until: number): Promise<void>;
}

interface Means {
  redis: Redis | undefined;
  clock: Clock;
  /** No other process has this database. */
  alone: boolean;
}

export function createBoard({ redis, clock, alone }: Means): Board {
  if (redis) return sharedBoard(redis, clock);
  return alone ? ownBoard(clock) : noBoard;
}

/** Several processes without anything between them: a note of one would be news that another never hears. */
const noBoard: Board = { look: async () => undefined, post: async () => {}, fill: async () => {} };

function ownBoard(clock: Clock): Board {
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
    look: async (key) => standing(key),
    post: async (key, note, until) => put(key, note, until),
    async fill(key, note, until) {
      if (standing(key) === undefined) put(key, note, until);
    },
  };
}

/** Says that the database knows better. */
const askElsewhere = '';

function sharedBoard({ client, inTime }: Redis, clock: Clock): Board {
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
    async look(key) {
      void catchUp();
      if (late.has(key)) return undefined;
      try {
        return (await inTime(client.get(`foyer:board:${key}`))) || undefined;
      } catch {
        return undefined;
      }
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
