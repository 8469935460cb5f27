import { seconds } from '@foyer/contract/time';
import { availableParallelism } from 'node:os';
import { hash, hashRaw, parseOptions, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';
import { matchesImportedHash } from './imported-hash.ts';
import type { Random } from './random.ts';
import { importedHashes } from './imported-hash.ts';

/** argon2id with the smallest parameters that OWASP recommends; a hash with other parameters is renewed at the next sign-in. */
export const hashing = {
  memoryKiB: 19456,
  passes: 2,
  lanes: 1,
  /** With this many passwords waiting for a hash, further requests are refused as busy. */
  maxQueued: 120,
  retryAfter: seconds(1),
} as const;

export interface HashCost {
  memoryKiB: number;
  passes: number;
  lanes: number;
}

/**
 * Hashing is slow by design, so requests queue for it: one per core runs and a limited number waits. A request that
 * finds the queue full is refused before anything is counted against the account.
 */
export interface Passwords {
  /**
   * A place in the queue, or undefined when it is full. Imported hashes are slower than ours: they have few places, so that
   * they never fill the queue.
   */
  reserveSlot(kind?: 'own' | 'imported'): HashingSlot | undefined;
  queueLength(): number;
  /** True for a hash made with other parameters than today's. */
  isOutdated(stored: string): boolean;
}

export interface HashingSlot {
  /**
   * Without a stored hash the result is false, and takes as long as with one. The same holds for an unreadable hash, which
   * is also reported.
   */
  matches(stored: string | null | undefined, secret: string, reportUnreadable?: () => void): Promise<boolean>;
  /** The same for a hash of another system, with the password itself. */
  matchesImported(stored: string | undefined, password: string, reportUnreadable?: () => void): Promise<boolean>;
  hash(secret: string): Promise<string>;
  /** The same secret and salt always give the same text, without the parameters. */
  hashWith(salt: string, secret: string): Promise<string>;
  release(): void;
}

export async function createPasswords(
  random: Random,
  concurrency = availableParallelism(),
  maxWaiting: number = hashing.maxQueued,
  { memoryKiB: memoryCost, passes: timeCost, lanes: parallelism }: HashCost = hashing,
  milliseconds = () => performance.now(),
): Promise<Passwords> {
  const parameters = { memoryCost, timeCost, parallelism };
  function isOutdated(stored: string) {
    const found = parseOptions(stored);
    return found.memoryCost !== memoryCost || found.timeCost !== timeCost || found.parallelism !== parallelism;
  }
  const dummy = await hash(random.token(), parameters);
  if (!dummy.startsWith('$argon2id$') || isOutdated(dummy))
    throw new Error('argon2id does not use the given parameters');
  const limit = pLimit(concurrency);
  const importedAtOnce = Math.max(1, Math.floor(concurrency / 2));
  const limitImported = pLimit(importedAtOnce);
  // Counted here: p-limit's queue has no maximum, and a request is refused before it has anything to hash.
  let reserved = 0;
  let reservedForImported = 0;
  /** How long the slow ones among the last imported hashes took. */
  let importedTakes = 0;

  async function compareImported(stored: string, password: string): Promise<boolean> {
    const started = milliseconds();
    try {
      return await matchesImportedHash(stored, password);
    } finally {
      importedTakes = Math.max(milliseconds() - started, 0.9 * importedTakes);
    }
  }

  /** By the number of places, and by the wait: how much slower than ours a hash is depends on the other system. */
  const isFullForImported = () =>
    reservedForImported >= importedHashes.maxQueued ||
    (reservedForImported * importedTakes) / importedAtOnce > importedHashes.longestWait;

  async function compare(
    compareWith: (stored: string, secret: string) => Promise<boolean>,
    stored: string | null | undefined,
    secret: string,
    reportUnreadable?: () => void,
  ): Promise<boolean> {
    if (stored != null) {
      try {
        return await compareWith(stored, secret);
      } catch {
        reportUnreadable?.();
      }
    }
    await verify(dummy, secret);
    return false;
  }

  return {
    reserveSlot(kind = 'own') {
      if (reserved >= concurrency + maxWaiting) return undefined;
      if (kind === 'imported' && isFullForImported()) return undefined;
      reserved += 1;
      if (kind === 'imported') reservedForImported += 1;
      let isReleased = false;
      return {
        matches: (stored, secret, reportUnreadable) => limit(() => compare(verify, stored, secret, reportUnreadable)),
        matchesImported: (stored, password, reportUnreadable) =>
          limitImported(() => limit(() => compare(compareImported, stored, password, reportUnreadable))),
        hash: (secret) => limit(() => hash(secret, parameters)),
        hashWith: (salt, secret) =>
          limit(async () =>
            (await hashRaw(secret, { ...parameters, salt: Buffer.from(salt, 'base64url') })).toString('base64url'),
          ),
        release() {
          if (isReleased) return;
          isReleased = true;
          reserved -= 1;
          if (kind === 'imported') reservedForImported -= 1;
        },
      };
    },
    queueLength: () => reserved,
    isOutdated,
  };
}
