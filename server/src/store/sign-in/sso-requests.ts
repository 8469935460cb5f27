import { minutes } from '@foyer/contract/time';
import { and, eq, gt, isNull, or } from 'drizzle-orm';
import type { Clock } from '../../platform/clock.ts';
import type { Sql } from '../../database/database.ts';
import { sha256 } from '../../platform/sha256.ts';
import { ssoRequests, seenAssertions } from '../schema/company-schema.ts';

export const ssoRequest = {
  lifetime: minutes(10),
  /** Time to bind an unknown company user to an account. */
  bindLifetime: minutes(15),
} as const;

export type SsoRequest = typeof ssoRequests.$inferSelect;
export type SsoRequestLookup = Pick<SsoRequest, 'protocol' | 'company'> & { state: string };

/** A cross-site form post carries no cookies: the browser is checked when the access code is redeemed. */
export const anyBrowser = Symbol('anyBrowser');

/** SSO requests that are on their way. Each returns once. */
export function ssoRequestStore(db: Sql, clock: Clock) {
  return {
    async create(state: string, request: Omit<SsoRequest, 'stateHash' | 'expiresAt' | 'usedAt'>) {
      const expiresAt = new Date(clock.now() + ssoRequest.lifetime);
      await db.insert(ssoRequests).values({ ...request, stateHash: sha256(state), expiresAt });
    },

    /** Works once, for the browser that started the request; one started without cookies works in any. */
    async use({ state, protocol, company }: SsoRequestLookup, browserId: string | undefined | typeof anyBrowser) {
      const now = new Date(clock.now());
      const isSameBrowser =
        browserId === anyBrowser
          ? undefined
          : or(isNull(ssoRequests.browserId), eq(ssoRequests.browserId, browserId ?? ''));
      const [request] = await db
        .update(ssoRequests)
        .set({ usedAt: now })
        .where(
          and(
            eq(ssoRequests.stateHash, sha256(state)),
            eq(ssoRequests.protocol, protocol),
            company === null ? isNull(ssoRequests.company) : eq(ssoRequests.company, company),
            isSameBrowser,
            isNull(ssoRequests.usedAt),
            gt(ssoRequests.expiresAt, now),
          ),
        )
        .returning();
      return request;
    },

    /** False when this assertion was accepted before. */
    async acceptAssertion(issuer: string, assertionId: string, until: number): Promise<boolean> {
      const accepted = await db
        .insert(seenAssertions)
        .values({ idHash: sha256(issuer, assertionId), expiresAt: new Date(until) })
        .onConflictDoNothing()
        .returning({ idHash: seenAssertions.idHash });
      return accepted.length > 0;
    },
  };
}
