import { minutes } from '@foyer/contract/time';
import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Random } from '../../platform/random.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Sql } from '../../database/database.ts';
import { sha256 } from '../../platform/sha256.ts';
import { accounts, passwordSetups, sessions } from '../schema/schema.ts';

/** How long a new account may set its first password without another check. */
const passwordSetup = { lifetime: minutes(10) } as const;

export function passwordSetupStore(db: Sql, clock: Clock, random: Random) {
  const hasHandle = (handle: string, session: string) =>
    and(
      eq(passwordSetups.handleHash, sha256(handle)),
      eq(passwordSetups.session, session),
      isNull(passwordSetups.usedAt),
      gt(passwordSetups.expiresAt, new Date(clock.now())),
    );

  return {
    /** For the only session of a new account. */
    async create(account: string): Promise<string | undefined> {
      const [session] = await db.select({ id: sessions.id }).from(sessions).where(eq(sessions.account, account));
      if (!session) return undefined;
      const handle = random.token();
      const expiresAt = new Date(clock.now() + passwordSetup.lifetime);
      await db.insert(passwordSetups).values({ handleHash: sha256(handle), session: session.id, expiresAt });
      return handle;
    },

    async isValid(handle: string, session: string): Promise<boolean> {
      const [setup] = await db
        .select({ one: sql`1` })
        .from(passwordSetups)
        .where(hasHandle(handle, session));
      return setup !== undefined;
    },

    /** Works once, and sets the password only of an account that has none. */
    async use(handle: string, session: string, passwordHash: string): Promise<'set' | 'invalid' | 'alreadySet'> {
      const used = await db
        .update(passwordSetups)
        .set({ usedAt: new Date(clock.now()) })
        .where(hasHandle(handle, session))
        .returning({ session: passwordSetups.session });
      if (used.length === 0) return 'invalid';
      const owner = db.select({ account: sessions.account }).from(sessions).where(eq(sessions.id, session));
      const set = await db
        .update(accounts)
        .set({ passwordHash, passwordChangedAt: new Date(clock.now()) })
        .where(and(eq(accounts.ouid, sql`(${owner})`), isNull(accounts.passwordHash)))
        .returning({ ouid: accounts.ouid });
      return set.length > 0 ? 'set' : 'alreadySet';
    },
  };
}
