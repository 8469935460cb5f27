import { agreementVersion } from '@foyer/contract/agreement-version';
import type { Principal } from '@foyer/contract/rules/account-rules';
import type { SecondFactor } from '@foyer/contract/second-factors';
import { and, eq, exists, isNull, sql } from 'drizzle-orm';
import type { Clock } from '../platform/clock.ts';
import type { Random } from '../platform/random.ts';
import type { Sql } from '../database/database.ts';
import { accounts, consents } from './schema/schema.ts';

export type Account = typeof accounts.$inferSelect;
/** `agreed`: to the version of the agreement in force. */
export type KnownAccount = Account & { agreed: boolean };

export function accountStore(db: Sql, clock: Clock, random: Random) {
  const agreed = exists(
    db
      .select({ one: sql`1` })
      .from(consents)
      .where(and(eq(consents.account, accounts.ouid), eq(consents.version, agreementVersion))),
  ).mapWith(Boolean);
  const selectBy = (column: typeof accounts.ouid | typeof accounts.mobile | typeof accounts.email) =>
    db
      .select({ account: accounts, agreed: sql<boolean>`${agreed}` })
      .from(accounts)
      .where(eq(column, sql.placeholder('value')));
  const queries = {
    mobile: selectBy(accounts.mobile).prepare('account_by_mobile'),
    email: selectBy(accounts.email).prepare('account_by_email'),
    ouid: selectBy(accounts.ouid).prepare('account_by_ouid'),
  };

  async function findBy(kind: keyof typeof queries, value: string): Promise<KnownAccount | undefined> {
    const [found] = await queries[kind].execute({ value });
    return found && { ...found.account, agreed: found.agreed };
  }

  /** False when the mobile number or e-mail address already has an account. */
  async function add(account: typeof accounts.$inferInsert): Promise<boolean> {
    const added = await db.insert(accounts).values(account).onConflictDoNothing().returning({ ouid: accounts.ouid });
    return added.length > 0;
  }

  return {
    add,
    find: ({ kind, value }: Principal) => findBy(kind, value),
    findByOuid: (ouid: string) => findBy('ouid', ouid),

    /** Another request may create the account first: then it is found, and not new. */
    async findOrCreate({ kind, value }: Principal): Promise<{ account: KnownAccount; isNew: boolean }> {
      const isNew = await add({ ouid: random.token(16), [kind]: value, createdAt: new Date(clock.now()) });
      const account = await findBy(kind, value);
      if (!account) throw new Error('An account was neither found nor created');
      return { account, isNew };
    },

    /** Other transactions that lock the account wait until this one ends. */
    async lock(ouid: string) {
      await db.select({ ouid: accounts.ouid }).from(accounts).where(eq(accounts.ouid, ouid)).for('update');
    },

    async setSecondFactor(ouid: string, secondFactor: boolean) {
      await db.update(accounts).set({ secondFactor }).where(eq(accounts.ouid, ouid));
    },

    /** It comes first the next time. */
    async rememberSecondFactor(ouid: string, lastSecondFactor: SecondFactor) {
      await db.update(accounts).set({ lastSecondFactor }).where(eq(accounts.ouid, ouid));
    },

    async removePassword(ouid: string) {
      await db.update(accounts).set({ passwordHash: null }).where(eq(accounts.ouid, ouid));
    },

    /** False when the account has signed in before. */
    async setPasswordBeforeFirstSignIn(ouid: string, passwordHash: string): Promise<boolean> {
      const set = await db
        .update(accounts)
        .set({ passwordHash })
        .where(and(eq(accounts.ouid, ouid), isNull(accounts.lastSignInAt)))
        .returning({ ouid: accounts.ouid });
      return set.length > 0;
    },

    /** The same password with another hash. */
    async setPasswordHash(ouid: string, passwordHash: string) {
      await db.update(accounts).set({ passwordHash }).where(eq(accounts.ouid, ouid));
    },

    /** A new password, proven by a code. */
    async resetPassword(ouid: string, passwordHash: string) {
      const passwordResetAt = new Date(clock.now());
      await db.update(accounts).set({ passwordHash, passwordResetAt }).where(eq(accounts.ouid, ouid));
    },
  };
}
