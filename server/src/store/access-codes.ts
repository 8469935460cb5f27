import { sso as limits } from '@foyer/contract/limits';
import { and, eq, gt, isNotNull, isNull, lte } from 'drizzle-orm';
import type { Random } from '../platform/random.ts';
import type { Clock } from '../platform/clock.ts';
import type { Sql } from '../database/database.ts';
import { replay, ssoRequest } from '../platform/service-limits.ts';
import { handleHash } from './codes.ts';
import { accessCodes } from './schema/company-schema.ts';

export type AccessCode = typeof accessCodes.$inferSelect;
export type NewAccessCode = Omit<AccessCode, 'codeHash' | 'expiresAt' | 'redeemedAt' | 'boundUntil' | 'boundAt'>;

/** What an access code is asked with: itself, and the browser it was made for. */
export interface AccessAsking {
  code: string;
  /** Undefined where cookies are off and the first answer is still to come. */
  browser: string | undefined;
}

/** Made when someone comes back from their company; redeemed once, at once; and kept a while for who must bind. */
export function accessCodeStore(db: Sql, clock: Clock, chance: Random) {
  const mine = ({ code, browser }: AccessAsking) =>
    and(
      eq(accessCodes.codeHash, handleHash(code)),
      browser === undefined ? isNull(accessCodes.browser) : eq(accessCodes.browser, browser),
    );
  const binding = (asking: AccessAsking) =>
    and(
      mine(asking),
      // Who was turned away is nobody to be bound.
      isNotNull(accessCodes.subject),
      isNull(accessCodes.boundAt),
      gt(accessCodes.boundUntil, new Date(clock.now())),
    );

  return {
    async make(row: NewAccessCode): Promise<string> {
      const code = chance.token();
      const expiresAt = new Date(clock.now() + limits.accessCodeLifetime);
      await db.insert(accessCodes).values({ ...row, codeHash: handleHash(code), expiresAt });
      return code;
    },

    /** Once, in time, in its own browser; `keptBy` names a browser that has had no name so far. */
    async redeem(asking: AccessAsking, keptBy?: string) {
      const now = clock.now();
      const [row] = await db
        .update(accessCodes)
        .set({
          redeemedAt: new Date(now),
          boundUntil: new Date(now + ssoRequest.bindsWithin),
          ...(keptBy !== undefined && { browser: keptBy }),
        })
        .where(and(mine(asking), isNull(accessCodes.redeemedAt), gt(accessCodes.expiresAt, new Date(now))))
        .returning();
      return row;
    },

    /** Redeemed by just this browser a moment ago and gone on with by nobody, for an answer that was lost. */
    async findRedeemed({ code, browser = '' }: AccessAsking) {
      const now = clock.now();
      const [row] = await db
        .select()
        .from(accessCodes)
        .where(
          and(
            mine({ code, browser }),
            isNull(accessCodes.boundAt),
            gt(accessCodes.redeemedAt, new Date(now - replay.within)),
            lte(accessCodes.redeemedAt, new Date(now - replay.after)),
          ),
        );
      return row;
    },

    /** Bound by just this browser a moment ago, for the same reason. */
    async findBound({ code, browser = '' }: AccessAsking) {
      const [row] = await db
        .select()
        .from(accessCodes)
        .where(and(mine({ code, browser }), gt(accessCodes.boundAt, new Date(clock.now() - replay.within))));
      return row;
    },

    /** Of someone who was asked to bind and has not done so. */
    async findBinding(asking: AccessAsking) {
      const [row] = await db.select().from(accessCodes).where(binding(asking));
      return row;
    },

    /** Nothing is bound with it any more; undefined for whoever comes second. */
    async bind(asking: AccessAsking, tx: Sql = db) {
      const [row] = await tx
        .update(accessCodes)
        .set({ boundAt: new Date(clock.now()) })
        .where(binding(asking))
        .returning();
      return row;
    },
  };
}
