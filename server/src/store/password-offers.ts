import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Random } from '../platform/random.ts';
import type { Clock } from '../platform/clock.ts';
import type { Sql } from '../database/database.ts';
import { passwordOffer } from '../platform/service-limits.ts';
import { handleHash } from './codes.ts';
import { accounts, passwordOffers, sessions } from './schema/schema.ts';

export function passwordOfferStore(db: Sql, clock: Clock, chance: Random) {
  return {
    /** For the one session that someone new has. */
    async offer(account: string): Promise<string | undefined> {
      const [session] = await db.select({ id: sessions.id }).from(sessions).where(eq(sessions.account, account));
      if (!session) return undefined;
      const handle = chance.token();
      const expiresAt = new Date(clock.now() + passwordOffer.livesFor);
      await db.insert(passwordOffers).values({ handleHash: handleHash(handle), session: session.id, expiresAt });
      return handle;
    },

    /** Whether it is this session's, in time and not used yet. */
    async stands(handle: string, session: string): Promise<boolean> {
      const [offer] = await db
        .select({ one: sql`1` })
        .from(passwordOffers)
        .where(mine(handle, session));
      return offer !== undefined;
    },

    /** Uses the offer up, once, and sets the password of an account that has none. */
    async take(handle: string, session: string, passwordHash: string): Promise<'set' | 'gone' | 'alreadySet'> {
      const taken = await db
        .update(passwordOffers)
        .set({ usedAt: new Date(clock.now()) })
        .where(mine(handle, session))
        .returning({ session: passwordOffers.session });
      if (taken.length === 0) return 'gone';
      const owner = db.select({ account: sessions.account }).from(sessions).where(eq(sessions.id, session));
      const set = await db
        .update(accounts)
        .set({ passwordHash })
        .where(and(eq(accounts.ouid, sql`(${owner})`), isNull(accounts.passwordHash)))
        .returning({ ouid: accounts.ouid });
      return set.length > 0 ? 'set' : 'alreadySet';
    },
  };

  function mine(handle: string, session: string) {
    return and(
      eq(passwordOffers.handleHash, handleHash(handle)),
      eq(passwordOffers.session, session),
      isNull(passwordOffers.usedAt),
      gt(passwordOffers.expiresAt, new Date(clock.now())),
    );
  }
}
