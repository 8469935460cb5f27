import type { Principal } from '@foyer/contract/rules/account-rules';
import { and, eq, exists, isNull, sql } from 'drizzle-orm';
import type { Sql } from '../database/database.ts';
import { accounts, consents } from './schema/schema.ts';

export type Account = typeof accounts.$inferSelect;
/** With whether they agreed to the agreement in force. */
export type KnownAccount = Account & { agreed: boolean };

export function accountStore(db: Sql, agreement: string) {
  const agreed = exists(
    db
      .select({ one: sql`1` })
      .from(consents)
      .where(and(eq(consents.account, accounts.ouid), eq(consents.version, agreement))),
  ).mapWith(Boolean);
  const finding = (column: typeof accounts.ouid | typeof accounts.mobile | typeof accounts.email) =>
    db
      .select({ account: accounts, agreed: sql<boolean>`${agreed}` })
      .from(accounts)
      .where(eq(column, sql.placeholder('value')));
  const find = {
    mobile: finding(accounts.mobile).prepare('account_by_mobile'),
    email: finding(accounts.email).prepare('account_by_email'),
    ouid: finding(accounts.ouid).prepare('account_by_ouid'),
  };

  return {
    async find({ kind, value }: Principal | { kind: 'ouid'; value: string }): Promise<KnownAccount | undefined> {
      const [found] = await find[kind].execute({ value });
      return found && { ...found.account, agreed: found.agreed };
    },

    /** False when the mobile number or e-mail address already has an account. */
    async add(account: typeof accounts.$inferInsert): Promise<boolean> {
      const added = await db.insert(accounts).values(account).onConflictDoNothing().returning({ ouid: accounts.ouid });
      return added.length > 0;
    },

    /** Whoever else would change what belongs to it waits until this transaction is over. */
    async lock(ouid: string) {
      await db.select({ ouid: accounts.ouid }).from(accounts).where(eq(accounts.ouid, ouid)).for('update');
    },

    /** Set by somebody before anyone had proven to be this person: it opens nothing any more. */
    async dropPassword(ouid: string, tx: Sql = db) {
      await tx.update(accounts).set({ passwordHash: null }).where(eq(accounts.ouid, ouid));
    },

    /** Of someone who has never been in; false once they have. */
    async setFirstPasswordHash(ouid: string, passwordHash: string, tx: Sql): Promise<boolean> {
      const set = await tx
        .update(accounts)
        .set({ passwordHash })
        .where(and(eq(accounts.ouid, ouid), isNull(accounts.lastSignInAt)))
        .returning({ ouid: accounts.ouid });
      return set.length > 0;
    },

    async setPasswordHash(ouid: string, passwordHash: string, tx: Sql = db) {
      await tx.update(accounts).set({ passwordHash }).where(eq(accounts.ouid, ouid));
    },
  };
}
