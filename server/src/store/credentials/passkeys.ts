import { and, asc, eq, lt, or, sql } from 'drizzle-orm';
import type { Random } from '../../platform/random.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Sql } from '../../database/database.ts';
import { passkeys } from '../schema/passkey-schema.ts';

export type Passkey = typeof passkeys.$inferSelect;
type NewPasskey = Omit<typeof passkeys.$inferInsert, 'id' | 'name' | 'createdAt' | 'lastUsedAt' | 'userHandle'>;

export function passkeyStore(db: Sql, clock: Clock, random: Random) {
  const ofAccount = (account: string, id: string) => and(eq(passkeys.account, account), eq(passkeys.id, id));

  return {
    /** Undefined when the passkey is registered already, for any account. */
    async add(passkey: NewPasskey): Promise<Passkey | undefined> {
      const [added] = await db
        .insert(passkeys)
        .values({ ...passkey, id: random.token(16), createdAt: new Date(clock.now()) })
        .onConflictDoNothing()
        .returning();
      return added;
    },

    async listByAccount(account: string): Promise<Passkey[]> {
      return db.select().from(passkeys).where(eq(passkeys.account, account)).orderBy(asc(passkeys.createdAt));
    },

    async hasAny(account: string): Promise<boolean> {
      const found = await db
        .select({ one: sql`1` })
        .from(passkeys)
        .where(eq(passkeys.account, account))
        .limit(1);
      return found.length > 0;
    },

    async findByCredential(credentialId: string): Promise<Passkey | undefined> {
      const [found] = await db.select().from(passkeys).where(eq(passkeys.credentialId, credentialId));
      return found;
    },

    /**
     * Records a use. False when the counter has not grown, which means that the passkey was copied or that an earlier
     * response was sent again; an authenticator that does not count always sends 0.
     */
    async recordUse(id: string, { counter, backedUp }: Pick<Passkey, 'counter' | 'backedUp'>): Promise<boolean> {
      const isLater = or(lt(passkeys.counter, counter), and(eq(passkeys.counter, 0), sql`${counter}::bigint = 0`));
      const used = await db
        .update(passkeys)
        .set({ counter, backedUp, lastUsedAt: new Date(clock.now()) })
        .where(and(eq(passkeys.id, id), isLater))
        .returning({ id: passkeys.id });
      return used.length > 0;
    },

    /** False when the passkey is not the account's. */
    async rename(account: string, id: string, name: string): Promise<boolean> {
      const renamed = await db
        .update(passkeys)
        .set({ name })
        .where(ofAccount(account, id))
        .returning({ id: passkeys.id });
      return renamed.length > 0;
    },

    async removeAll(account: string) {
      await db.delete(passkeys).where(eq(passkeys.account, account));
    },

    /** Undefined when the passkey is not the account's. */
    async remove(account: string, id: string): Promise<Passkey | undefined> {
      const [removed] = await db.delete(passkeys).where(ofAccount(account, id)).returning();
      return removed;
    },
  };
}
