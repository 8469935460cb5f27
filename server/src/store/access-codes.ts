import { sso as limits } from '@foyer/contract/limits';
import { and, eq, gt, isNotNull, isNull, lte } from 'drizzle-orm';
import type { Random } from '../platform/random.ts';
import type { Clock } from '../platform/clock.ts';
import type { Sql } from '../database/database.ts';
import { replay, ssoRequest } from '../platform/service-limits.ts';
import { sha256 } from '../platform/sha256.ts';
import { accessCodes } from './schema/company-schema.ts';

export type AccessCode = typeof accessCodes.$inferSelect;
export type NewAccessCode = Omit<AccessCode, 'codeHash' | 'expiresAt' | 'redeemedAt' | 'bindableUntil' | 'boundAt'>;

/** An access code works only in the browser it was created for. */
export interface AccessCodeLookup {
  code: string;
  /** Undefined where cookies are off and no response has issued a token yet. */
  browserId: string | undefined;
}

/** Created when a person returns from their company, redeemed once, then valid a while for binding an account. */
export function accessCodeStore(db: Sql, clock: Clock, random: Random) {
  const matches = ({ code, browserId }: AccessCodeLookup) =>
    and(
      eq(accessCodes.codeHash, sha256(code)),
      browserId === undefined ? isNull(accessCodes.browserId) : eq(accessCodes.browserId, browserId),
    );
  const bindable = (lookup: AccessCodeLookup) =>
    and(
      matches(lookup),
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

    /** Works once. `newBrowserId` is stored when the code was created for a browser without cookies. */
    async redeem(lookup: AccessCodeLookup, newBrowserId?: string) {
      const now = clock.now();
      const [row] = await db
        .update(accessCodes)
        .set({
          redeemedAt: new Date(now),
          bindableUntil: new Date(now + ssoRequest.bindLifetime),
          ...(newBrowserId !== undefined && { browserId: newBrowserId }),
        })
        .where(and(matches(lookup), isNull(accessCodes.redeemedAt), gt(accessCodes.expiresAt, new Date(now))))
        .returning();
      return row;
    },

    /** Redeemed by this browser a moment ago and not bound since: its response may have been lost. */
    async findRedeemed({ code, browserId = '' }: AccessCodeLookup) {
      const now = clock.now();
      const [row] = await db
        .select()
        .from(accessCodes)
        .where(
          and(
            matches({ code, browserId }),
            isNull(accessCodes.boundAt),
            gt(accessCodes.redeemedAt, new Date(now - replay.within)),
            lte(accessCodes.redeemedAt, new Date(now - replay.after)),
          ),
        );
      return row;
    },

    /** Bound by this browser a moment ago: its response may have been lost. */
    async findBound({ code, browserId = '' }: AccessCodeLookup) {
      const [row] = await db
        .select()
        .from(accessCodes)
        .where(and(matches({ code, browserId }), gt(accessCodes.boundAt, new Date(clock.now() - replay.within))));
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
