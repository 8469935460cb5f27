import { identityCheck as limits } from '@foyer/contract/limits';
import { eq, sql } from 'drizzle-orm';
import type { Clock } from '../platform/clock.ts';
import type { Sql } from '../database/database.ts';
import { passwordAttempts } from './schema/schema.ts';
import { at, keyOf } from './password-attempts.ts';

export type IdSuffixAttempt = { at: 'counted'; left: number } | { at: 'closed'; for: number };

/** Tries at the end of an id number. They are the account's: neither a new sign-in nor another browser has more. */
export function idSuffixAttemptStore(db: Sql, clock: Clock) {
  const key = (account: string) => keyOf('idSuffix', account);

  return {
    /** Counts a try and says in the same statement whether it may be made. */
    async count(account: string): Promise<IdSuffixAttempt> {
      const now = clock.now();
      const reopens = new Date(now + limits.lockFor);
      const next = sql`(case when ${passwordAttempts.forgottenAt} <= ${at(now)} then 1 else ${passwordAttempts.count} + 1 end)`;
      const [counted] = await db
        .insert(passwordAttempts)
        .values({ key: key(account), count: 1, closedUntil: new Date(now), forgottenAt: reopens })
        .onConflictDoUpdate({
          target: passwordAttempts.key,
          set: {
            count: next,
            closedUntil: sql`case when ${next} >= ${limits.tries} then ${at(reopens.getTime())} else ${at(now)} end`,
            forgottenAt: reopens,
          },
          setWhere: sql`${passwordAttempts.closedUntil} <= ${at(now)}`,
        })
        .returning({ count: passwordAttempts.count });
      if (counted) return { at: 'counted', left: limits.tries - counted.count };
      const [row] = await db
        .select()
        .from(passwordAttempts)
        .where(eq(passwordAttempts.key, key(account)));
      return { at: 'closed', for: Math.max(1, (row?.closedUntil.getTime() ?? now) - now) };
    },

    async clear(account: string, tx: Sql) {
      await tx.delete(passwordAttempts).where(eq(passwordAttempts.key, key(account)));
    },
  };
}
