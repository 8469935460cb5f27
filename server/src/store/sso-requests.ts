import { and, eq, gt, isNull, or } from 'drizzle-orm';
import type { Clock } from '../platform/clock.ts';
import type { Sql } from '../database/database.ts';
import { ssoRequest as limits } from '../platform/service-limits.ts';
import { handleHash } from './codes.ts';
import { ssoRequests, seenAssertions } from './schema/company-schema.ts';

type Row = typeof ssoRequests.$inferSelect;
export type Started = Omit<Row, 'stateHash' | 'expiresAt' | 'usedAt'>;
export type Expected = Pick<Row, 'way' | 'company'> & { state: string };

/** A browser that comes from elsewhere with a form keeps its name to itself; it is asked for the name at the next step. */
export const anyone = Symbol('anyone');

/** Those who have left for their company's door. Each comes back once. */
export function ssoRequestStore(db: Sql, clock: Clock) {
  return {
    async start(state: string, started: Started) {
      const expiresAt = new Date(clock.now() + limits.comesBackWithin);
      await db.insert(ssoRequests).values({ ...started, stateHash: handleHash(state), expiresAt });
    },

    /** For the browser that began, or for one without cookies. */
    async comeBack({ state, way, company }: Expected, browser: string | undefined | typeof anyone) {
      const now = new Date(clock.now());
      const mine = or(isNull(ssoRequests.browser), eq(ssoRequests.browser, typeof browser === 'string' ? browser : ''));
      const [back] = await db
        .update(ssoRequests)
        .set({ usedAt: now })
        .where(
          and(
            eq(ssoRequests.stateHash, handleHash(state)),
            eq(ssoRequests.way, way),
            company === null ? isNull(ssoRequests.company) : eq(ssoRequests.company, company),
            browser === anyone ? undefined : mine,
            isNull(ssoRequests.usedAt),
            gt(ssoRequests.expiresAt, now),
          ),
        )
        .returning();
      return back;
    },

    /** False for what was said before. */
    async hearOnce(issuer: string, assertion: string, until: number): Promise<boolean> {
      const heard = await db
        .insert(seenAssertions)
        .values({ idHash: handleHash(`${issuer}\n${assertion}`), expiresAt: new Date(until) })
        .onConflictDoNothing()
        .returning({ idHash: seenAssertions.idHash });
      return heard.length > 0;
    },
  };
}
