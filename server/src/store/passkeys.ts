import { and, asc, eq, exists, isNotNull, lt, or, sql } from 'drizzle-orm';
import type { Random } from '../platform/random.ts';
import type { Clock } from '../platform/clock.ts';
import type { Sql } from '../database/database.ts';
import { importedPasswords } from './schema/import-schema.ts';
import { passkeys } from './schema/passkey-schema.ts';
import { accounts, identities } from './schema/schema.ts';

export type Passkey = typeof passkeys.$inferSelect;
type NewPasskey = Omit<typeof passkeys.$inferInsert, 'id' | 'name' | 'createdAt' | 'lastUsedAt'>;

/** What the service can send codes by: without it a number or an address is no way to sign in. */
interface CodeChannels {
  sms: boolean;
  mail: boolean;
}

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

    /** The caller has locked the account, so that two requests cannot remove the last two ways in at once. */
    async remove(account: string, id: string, channels: CodeChannels): Promise<'removed' | 'lastWayIn' | 'unknown'> {
      const other = db
        .select({ one: sql`1` })
        .from(accounts)
        .leftJoin(importedPasswords, eq(importedPasswords.account, accounts.ouid))
        .where(
          and(
            eq(accounts.ouid, account),
            or(
              isNotNull(accounts.passwordHash),
              isNotNull(importedPasswords.hash),
              channels.sms ? isNotNull(accounts.mobile) : undefined,
              channels.mail ? isNotNull(accounts.email) : undefined,
              sql`exists (select 1 from ${identities} i where i.account = ${account})`,
              sql`exists (select 1 from ${passkeys} p where p.account = ${account} and p.id <> ${id})`,
            ),
          ),
        );
      const removed = await db
        .delete(passkeys)
        .where(and(ofAccount(account, id), exists(other)))
        .returning({ id: passkeys.id });
      if (removed.length > 0) return 'removed';
      const [kept] = await db.select({ id: passkeys.id }).from(passkeys).where(ofAccount(account, id));
      return kept ? 'lastWayIn' : 'unknown';
    },
  };
}
