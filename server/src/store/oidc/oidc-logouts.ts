import { hours, seconds } from '@foyer/contract/time';
import { and, eq, sql } from 'drizzle-orm';
import type { Sql } from '../../database/database.ts';
import type { Clock } from '../../platform/clock.ts';
import { oidcLogouts } from '../schema/oidc-schema.ts';
import { sqlTime } from '../schema/timestamp.ts';

/** An application that does not accept a logout is tried again, each time after twice the time, for about two days. */
export const backchannelLogout = {
  interval: seconds(2),
  firstDelay: seconds(10),
  maxDelay: hours(4),
  maxAttempts: 22,
  batch: 20,
} as const;

export type OidcLogout = Pick<typeof oidcLogouts.$inferSelect, 'client' | 'sid' | 'account' | 'attempts'>;

/** Applications that still have to learn that a session has ended. */
export function oidcLogoutStore(db: Sql, clock: Clock) {
  const isLogout = ({ client, sid }: Pick<OidcLogout, 'client' | 'sid'>) =>
    and(eq(oidcLogouts.client, client), eq(oidcLogouts.sid, sid));

  return {
    /**
     * Takes those whose attempt is due; no other node takes them. The next attempt is set before this one is made, so
     * that none is lost with a node.
     */
    async takeDue(): Promise<OidcLogout[]> {
      const now = clock.now();
      const { firstDelay, maxDelay, batch } = backchannelLogout;
      const delay = sql`least(${firstDelay} * power(2, ${oidcLogouts.attempts}), ${maxDelay})`;
      const due = sql`
        select client, sid from ${oidcLogouts}
        where next_attempt_at is null or next_attempt_at <= ${sqlTime(now)}
        order by next_attempt_at nulls first limit ${batch} for update skip locked`;
      return db
        .update(oidcLogouts)
        .set({
          attempts: sql`${oidcLogouts.attempts} + 1`,
          nextAttemptAt: sql`${sqlTime(now)} + make_interval(secs => ${delay} / 1000)`,
        })
        .where(sql`(${oidcLogouts.client}, ${oidcLogouts.sid}) in (${due})`)
        .returning({
          client: oidcLogouts.client,
          sid: oidcLogouts.sid,
          account: oidcLogouts.account,
          attempts: oidcLogouts.attempts,
        });
    },

    async remove(logout: Pick<OidcLogout, 'client' | 'sid'>) {
      await db.delete(oidcLogouts).where(isLogout(logout));
    },
  };
}
