import { availableParallelism } from 'node:os';
import { hash, parseOptions, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';
import type { Random } from './random.ts';
import { hashing } from './service-limits.ts';

const parameters = { memoryCost: hashing.memoryKiB, timeCost: hashing.passes, parallelism: hashing.lanes };

/**
 * Hashing is slow by design, so requests queue for it: one per core runs and a limited number waits. A request that
 * finds the queue full is refused before anything is counted against the account.
 */
export interface Passwords {
  /** A place in the queue, or undefined when it is full. */
  reserveSlot(): HashingSlot | undefined;
  queueLength(): number;
}

export interface HashingSlot {
  /**
   * Without a stored hash the result is false, and takes as long as with one. So it is for a hash that cannot be read,
   * which is reported.
   */
  matches(stored: string | null | undefined, secret: string, reportUnreadable?: () => void): Promise<boolean>;
  hash(secret: string): Promise<string>;
  release(): void;
}

export async function createPasswords(
  random: Random,
  concurrency = availableParallelism(),
  maxWaiting: number = hashing.maxQueued,
): Promise<Passwords> {
  const dummy = await hash(random.token(), parameters);
  if (!dummy.startsWith('$argon2id$') || isOutdated(dummy))
    throw new Error('argon2id does not use the given parameters');
  const limit = pLimit(concurrency);
  // Counted here: p-limit's queue has no maximum, and a request is refused before it has anything to hash.
  let reserved = 0;

  return {
    reserveSlot() {
      if (reserved >= concurrency + maxWaiting) return undefined;
      reserved += 1;
      let isReleased = false;
      return {
        async matches(stored, secret, reportUnreadable) {
          if (stored == null) {
            await limit(() => verify(dummy, secret));
            return false;
          }
          return limit(async () => {
            try {
              return await verify(stored, secret);
            } catch {
              reportUnreadable?.();
              await verify(dummy, secret);
              return false;
            }
          });
        },
        hash: (secret) => limit(() => hash(secret, parameters)),
        release() {
          if (!isReleased) reserved -= 1;
          isReleased = true;
        },
      };
    },
    queueLength: () => reserved,
  };
}

/** True for a hash made with other parameters than today's. */
export function isOutdated(stored: string): boolean {
  const { memoryCost, timeCost, parallelism } = parseOptions(stored);
  return memoryCost !== hashing.memoryKiB || timeCost !== hashing.passes || parallelism !== hashing.lanes;
}
