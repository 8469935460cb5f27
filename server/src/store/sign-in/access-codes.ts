import { sso as limits } from '@foyer/contract/limits';
import { and, eq, gt, inArray, isNotNull, isNull, lte } from 'drizzle-orm';
import type { Random } from '../../platform/random.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Sql } from '../../database/database.ts';
import { retry } from '../retry-window.ts';
import { ssoRequest } from './sso-requests.ts';
import { sha256 } from '../../platform/sha256.ts';
import { accessCodes } from '../schema/company-schema.ts';

export type AccessCode = typeof accessCodes.$inferSelect;
export type NewAccessCode = Omit<AccessCode, 'codeHash' | 'expiresAt' | 'redeemedAt' | 'bindableUntil' | 'boundAt'>;

/** An access code works only in the browser it was created for. */
export interface AccessCodeLookup {
  code: string;
  browserId: string | undefined;
}

/** Where cookies are off, the page with one of these keys redeems a code and is recognised by its browser ID from then on. */
interface PageWithoutCookies {
  code: string;
  pageKeys: readonly string[];
  browserId: string;
}

/** Created when a person returns from their company, redeemed once, then valid a while for binding an account. */
export function accessCodeStore(db: Sql, clock: Clock, random: Random) {
  const isOfBrowser = ({ code, browserId = '' }: AccessCodeLookup) =>
    and(eq(accessCodes.codeHash, sha256(code)), eq(accessCodes.browserId, browserId));
  const isOfPage = ({ code, pageKeys }: PageWithoutCookies) =>
    and(
      eq(accessCodes.codeHash, sha256(code)),
      isNull(accessCodes.browserId),
      inArray(accessCodes.pageKey, [...pageKeys]),
    );
  const bindable = (lookup: AccessCodeLookup) =>
    and(
      isOfBrowser(lookup),
      // A sign-in that failed at the company has no identity to bind.
      isNotNull(accessCodes.subject),
      isNull(accessCodes.boundAt),
      gt(accessCodes.bindableUntil, new Date(clock.now())),
    );

  return {
    async create(row: NewAccessCode): Promise<string> {
      const code = random.token();
      const expiresAt = new Date(clock.now() + limits.accessCodeLifetime);
      await db.insert(accessCodes).values({ ...row, codeHash: sha256(code), expiresAt });
      return code;
    },

    /** Works once, for the browser and session that have asked for it. */
    async useForLink(lookup: AccessCodeLookup, linkSession: string) {
      const now = new Date(clock.now());
      const [row] = await db
        .update(accessCodes)
        .set({ redeemedAt: now, boundAt: now })
        .where(
          and(
            isOfBrowser(lookup),
            eq(accessCodes.linkSession, linkSession),
            isNull(accessCodes.redeemedAt),
            gt(accessCodes.expiresAt, now),
          ),
        )
        .returning();
      return row;
    },

    /** Works once. One that links an identity signs no one in. */
    async redeem(by: AccessCodeLookup | PageWithoutCookies) {
      const now = clock.now();
      const isTheirs = 'pageKeys' in by ? isOfPage(by) : isOfBrowser(by);
      const [row] = await db
        .update(accessCodes)
        .set({
          redeemedAt: new Date(now),
          bindableUntil: new Date(now + ssoRequest.bindLifetime),
          ...('pageKeys' in by && { browserId: by.browserId }),
        })
        .where(
          and(
            isTheirs,
            isNull(accessCodes.linkSession),
            isNull(accessCodes.redeemedAt),
            gt(accessCodes.expiresAt, new Date(now)),
          ),
        )
        .returning();
      return row;
    },

    /** Redeemed by this browser a moment ago and not bound since: its response may have been lost. */
    async findRedeemed(lookup: AccessCodeLookup) {
      const now = clock.now();
      const [row] = await db
        .select()
        .from(accessCodes)
        .where(
          and(
            isOfBrowser(lookup),
            isNull(accessCodes.boundAt),
            gt(accessCodes.redeemedAt, new Date(now - retry.window)),
            lte(accessCodes.redeemedAt, new Date(now - retry.after)),
          ),
        );
      return row;
    },

    /** Bound by this browser a moment ago: its response may have been lost. */
    async findBound(lookup: AccessCodeLookup) {
      const [row] = await db
        .select()
        .from(accessCodes)
        .where(and(isOfBrowser(lookup), gt(accessCodes.boundAt, new Date(clock.now() - retry.window))));
      return row;
    },

    async findBindable(lookup: AccessCodeLookup) {
      const [row] = await db.select().from(accessCodes).where(bindable(lookup));
      return row;
    },

    /** Works once; undefined for every later call. */
    async bind(lookup: AccessCodeLookup) {
      const [row] = await db
        .update(accessCodes)
        .set({ boundAt: new Date(clock.now()) })
        .where(bindable(lookup))
        .returning();
      return row;
    },
  };
}
