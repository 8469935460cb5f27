import { type Placeholder, and, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm';
import type { Limits } from '../../config/config.ts';
import type { Sql } from '../../database/database.ts';
import type { Clock } from '../../platform/clock.ts';
import { batchReads } from '../../platform/batch-reads.ts';
import { sha256 } from '../../platform/sha256.ts';
import { accounts, sessions } from '../schema/schema.ts';

/** Not idle for too long. A session on a shared computer may be idle for a shorter time. */
export function isUsed(idleSince: Date | Placeholder, sharedIdleSince: Date | Placeholder) {
  const { lastSeenAt, shared } = sessions;
  return or(gt(lastSeenAt, sharedIdleSince), and(eq(shared, false), gt(lastSeenAt, idleSince)));
}

/** With the placeholders of `aliveTimes`. */
export const isAlive = and(
  gt(sessions.expiresAt, sql.placeholder('now')),
  isUsed(sql.placeholder('idleSince'), sql.placeholder('sharedIdleSince')),
  isNull(accounts.disabledAt),
);

/** A session of an account that is to be closed allows nothing. */
export const isOpen = and(eq(sessions.state, 'open'), isNull(accounts.closesAt));

export const aliveTimes = (clock: Clock, { idle, shared }: Limits['session']) => ({
  now: new Date(clock.now()),
  idleSince: new Date(clock.now() - idle),
  sharedIdleSince: new Date(clock.now() - shared.idle),
});

/** Whose session it is, and how it was opened. */
export interface CheckedSession {
  session: Pick<typeof sessions.$inferSelect, 'id' | 'account' | 'factors' | 'createdAt'>;
  account: Pick<typeof accounts.$inferSelect, 'ouid' | 'name' | 'latinName' | 'language' | 'email' | 'mobile'>;
}

/**
 * Finds the open session with a token, as every request to an application behind a reverse proxy does. It reads the
 * database each time, so that a sign-out counts at once on every node; checks that arrive together share one read.
 */
export function sessionCheckStore(db: Sql, clock: Clock, limits: Limits['session']) {
  const { id, tokenHash, account, factors, createdAt, lastSeenAt } = sessions;
  const { ouid, name, latinName, language, email, mobile } = accounts;
  const byTokens = db
    .select({
      session: { id, tokenHash, account, factors, createdAt, lastSeenAt },
      account: { ouid, name, latinName, language, email, mobile },
    })
    .from(sessions)
    .innerJoin(accounts, eq(ouid, account))
    .where(and(sql`${tokenHash} = any(${sql.placeholder('tokenHashes')})`, isOpen, isAlive))
    .prepare('sessions_by_tokens');

  const findTogether = batchReads<CheckedSession>(async (tokenHashes) => {
    const times = aliveTimes(clock, limits);
    const found = await byTokens.execute({ tokenHashes, ...times });
    const unseenSince = new Date(times.now.getTime() - limits.lastSeenInterval);
    const due = found.filter(({ session }) => session.lastSeenAt <= unseenSince).map(({ session }) => session.id);
    if (due.length > 0) await recordSeen(due, times.now);
    return new Map(found.map((row) => [row.session.tokenHash, row]));
  });

  /** Skips a session that another node writes at this moment, because two that wait for each other would fail. */
  async function recordSeen(ids: string[], now: Date) {
    const free = db.select({ id }).from(sessions).where(inArray(id, ids)).for('update', { skipLocked: true });
    await db.update(sessions).set({ lastSeenAt: now }).where(inArray(id, free));
  }

  return {
    async find(token: string | undefined): Promise<CheckedSession | undefined> {
      return token ? findTogether(sha256(token)) : undefined;
    },
  };
}
