import { identityCheck as limits } from '@foyer/contract/limits';
import { eq, sql } from 'drizzle-orm';
import type { Clock } from '../../platform/clock.ts';
import type { Sql } from '../../database/database.ts';
import { sha256 } from '../../platform/sha256.ts';
import { attempts } from '../schema/schema.ts';
import { sqlTime } from '../schema/timestamp.ts';

export type IdSuffixAttempt = { is: 'allowed'; attemptsLeft: number } | { is: 'blocked'; wait: number };

/** Before every clock: the clocks of two nodes may differ by moments, which must not block an attempt. */
const notBlocked = new Date(0);

/** Attempts at the last characters of an ID number, counted by account: another browser gains no further attempt. */
export function idSuffixAttemptStore(db: Sql, clock: Clock) {
  const keyOf = (account: string) => sha256('idSuffix', account);

  async function blockedFor(account: string): Promise<number | undefined> {
    const [row] = await db
      .select()
      .from(attempts)
      .where(eq(attempts.key, keyOf(account)));
    const left = (row?.blockedUntil.getTime() ?? 0) - clock.now();
    return left > 0 ? Math.min(left, limits.lockFor) : undefined;
  }

  return {
    /** How long the check stays closed; undefined when it is open. Counts nothing. */
    blockedFor,

    /** Counts an attempt and decides in the same statement whether it is allowed. */
    async count(account: string): Promise<IdSuffixAttempt> {
      const now = clock.now();
      const key = keyOf(account);
      const expiresAt = new Date(now + limits.lockFor);
      const next = sql`(case when ${attempts.expiresAt} <= ${sqlTime(now)} then 1 else ${attempts.count} + 1 end)`;
      const [counted] = await db
        .insert(attempts)
        .values({ key, count: 1, blockedUntil: notBlocked, expiresAt })
        .onConflictDoUpdate({
          target: attempts.key,
          set: {
            count: next,
            blockedUntil: sql`case when ${next} >= ${limits.maxAttempts} then ${sqlTime(expiresAt.getTime())} else ${sqlTime(notBlocked.getTime())} end`,
            expiresAt,
          },
          setWhere: sql`${attempts.blockedUntil} <= ${sqlTime(now)}`,
        })
        .returning({ count: attempts.count });
      if (counted) return { is: 'allowed', attemptsLeft: limits.maxAttempts - counted.count };
      return { is: 'blocked', wait: (await blockedFor(account)) ?? 1 };
    },

    async clear(account: string) {
      await db.delete(attempts).where(eq(attempts.key, keyOf(account)));
    },
  };
}
