import { agreementVersion } from '@foyer/contract/agreement-version';
import { closure } from '@foyer/contract/limits';
import type { Principal } from '@foyer/contract/rules/account-rules';
import type { SecondFactor } from '@foyer/contract/second-factors';
import { type SQLWrapper, and, eq, exists, gt, inArray, isNotNull, isNull, lte, or, sql } from 'drizzle-orm';
import type { Clock } from '../../platform/clock.ts';
import type { Random } from '../../platform/random.ts';
import type { Sql } from '../../database/database.ts';
import { lazy } from '../lazy.ts';
import { oidcLogouts, oidcRecords } from '../schema/oidc-schema.ts';
import { accounts, agreements, codes } from '../schema/schema.ts';

export type Account = typeof accounts.$inferSelect;
/** `agreed`: to the version of the agreement in force. */
export type AccountWithAgreement = Account & { agreed: boolean };

export function accountStore(db: Sql, clock: Clock, random: Random) {
  const agreed = exists(
    db
      .select({ one: sql`1` })
      .from(agreements)
      .where(and(eq(agreements.account, accounts.ouid), eq(agreements.version, agreementVersion))),
  ).mapWith(Boolean);
  const selectBy = (column: typeof accounts.ouid | typeof accounts.mobile | typeof accounts.email) =>
    db
      .select({ account: accounts, agreed: sql<boolean>`${agreed}` })
      .from(accounts)
      .where(and(eq(column, sql.placeholder('value')), isNotErased(sql.placeholder('now'))));
  /** Gives one row in either case, so that the time it takes to read an account does not reveal that there is one. */
  const existsBy = (column: typeof accounts.mobile | typeof accounts.email) => {
    const found = db
      .select({ one: sql`1` })
      .from(accounts)
      .where(and(eq(column, sql.placeholder('value')), isNotErased(sql.placeholder('now'))));
    return db.select({ exists: sql<boolean>`exists ${found}` }).from(sql`(select 1) one`);
  };
  const existence = lazy({
    mobile: () => existsBy(accounts.mobile).prepare('mobile_exists'),
    email: () => existsBy(accounts.email).prepare('email_exists'),
  });
  const queries = lazy({
    mobile: () => selectBy(accounts.mobile).prepare('account_by_mobile'),
    email: () => selectBy(accounts.email).prepare('account_by_email'),
    ouid: () => selectBy(accounts.ouid).prepare('account_by_ouid'),
  });

  async function findBy(kind: keyof typeof queries, value: string): Promise<AccountWithAgreement | undefined> {
    const [found] = await queries[kind].execute({ value, now: new Date(clock.now()) });
    return found && { ...found.account, agreed: found.agreed };
  }

  /** False when the mobile number or e-mail address already has an account. */
  async function add(account: typeof accounts.$inferInsert): Promise<boolean> {
    const insert = () => db.insert(accounts).values(account).onConflictDoNothing().returning({ ouid: accounts.ouid });
    if ((await insert()).length > 0) return true;
    return (await releaseContacts(account)) && (await insert()).length > 0;
  }

  /** An account that counts as erased gives its contacts free, also before the sweep has erased it. */
  async function releaseContacts({ mobile, email }: Partial<Pick<typeof accounts.$inferInsert, 'mobile' | 'email'>>) {
    const released = await db
      .update(accounts)
      .set({ mobile: null, email: null, secondFactor: false })
      .where(
        and(
          lte(accounts.closesAt, new Date(clock.now())),
          or(mobile ? eq(accounts.mobile, mobile) : undefined, email ? eq(accounts.email, email) : undefined),
        ),
      )
      .returning({ ouid: accounts.ouid });
    return released.length > 0;
  }

  /** Deletes the rows that name an erased account without a reference. */
  async function eraseTraces({ ouid, mobile, email }: Account) {
    await db.delete(oidcRecords).where(eq(oidcRecords.account, ouid));
    const recipients = [mobile, email].filter((recipient) => recipient !== null);
    if (recipients.length > 0) await db.delete(codes).where(inArray(codes.recipient, recipients));
  }

  async function lockRow(ouid: string, strength: 'no key update' | 'update' = 'no key update') {
    await db.select({ ouid: accounts.ouid }).from(accounts).where(eq(accounts.ouid, ouid)).for(strength);
  }

  return {
    add,
    find: ({ kind, value }: Principal) => findBy(kind, value),
    findByOuid: (ouid: string) => findBy('ouid', ouid),

    /** Locks the account too. Undefined where the owner has replaced the contact at this moment. */
    async findLocked({ kind, value }: Principal): Promise<AccountWithAgreement | undefined> {
      const found = await findBy(kind, value);
      if (!found) return undefined;
      await lockRow(found.ouid);
      const locked = await findBy(kind, value);
      return locked?.ouid === found.ouid ? locked : undefined;
    },

    async exists({ kind, value }: Principal): Promise<boolean> {
      const [row] = await existence[kind].execute({ value, now: new Date(clock.now()) });
      return row!.exists;
    },

    /** Another request may create the account first: then it is found, and not new. */
    async findOrCreate({ kind, value }: Principal): Promise<{ account: AccountWithAgreement; isNew: boolean }> {
      const isNew = await add({ ouid: random.token(16), [kind]: value, createdAt: new Date(clock.now()) });
      const account = await findBy(kind, value);
      if (!account) throw new Error('An account was neither found nor created');
      return { account, isNew };
    },

    releaseContacts,

    /** Undefined when the account closes already. */
    async close(ouid: string): Promise<Date | undefined> {
      const closesAt = new Date(clock.now() + closure.delay);
      const closed = await db
        .update(accounts)
        .set({ closesAt })
        .where(and(eq(accounts.ouid, ouid), isNull(accounts.closesAt)))
        .returning({ ouid: accounts.ouid });
      return closed.length > 0 ? closesAt : undefined;
    },

    /** False when the account does not close, or counts as erased. */
    async keep(ouid: string): Promise<boolean> {
      const kept = await db
        .update(accounts)
        .set({ closesAt: null })
        .where(and(eq(accounts.ouid, ouid), gt(accounts.closesAt, new Date(clock.now()))))
        .returning({ ouid: accounts.ouid });
      return kept.length > 0;
    },

    /**
     * Erases the accounts whose time is over and returns them as they were. The rows that refer to an account go with it;
     * those that name it without a reference are deleted here. The audit trail stays until its retention ends.
     */
    async eraseClosed(limit: number): Promise<Account[]> {
      const due = db
        .select({ ouid: accounts.ouid })
        .from(accounts)
        .where(lte(accounts.closesAt, new Date(clock.now())))
        .limit(limit)
        .for('update', { skipLocked: true });
      const erased = await db.delete(accounts).where(inArray(accounts.ouid, due)).returning();
      for (const account of erased) {
        await eraseTraces(account);
        await db.delete(oidcLogouts).where(eq(oidcLogouts.account, account.ouid));
      }
      return erased;
    },

    /** Erases an account at once. Applications still learn that its sessions have ended. */
    async erase(ouid: string): Promise<Account | undefined> {
      const [erased] = await db.delete(accounts).where(eq(accounts.ouid, ouid)).returning();
      if (erased) await eraseTraces(erased);
      return erased;
    },

    /** A trigger ends sessions and trusted browsers (0012). False when the account is disabled already. */
    async disable(ouid: string): Promise<boolean> {
      const disabled = await db
        .update(accounts)
        .set({ disabledAt: new Date(clock.now()) })
        .where(and(eq(accounts.ouid, ouid), isNull(accounts.disabledAt)))
        .returning({ ouid: accounts.ouid });
      return disabled.length > 0;
    },

    /** The same trigger ends what was begun before or meanwhile. False when the account is not disabled. */
    async enable(ouid: string): Promise<boolean> {
      const enabled = await db
        .update(accounts)
        .set({ disabledAt: null })
        .where(and(eq(accounts.ouid, ouid), isNotNull(accounts.disabledAt)))
        .returning({ ouid: accounts.ouid });
      return enabled.length > 0;
    },

    /**
     * Other transactions that lock the row of the account wait until this one ends. Rows that refer to the account can still
     * be added, unless it is locked for `update`, because it will be deleted.
     */
    lockRow,

    /**
     * Locks the row as `lockRow` does, and returns it as it is now. Undefined when the password was changed or removed since
     * the account was read.
     */
    async lockRowUnlessPasswordChanged({ ouid, passwordChangedAt }: Account): Promise<Account | undefined> {
      const isUnchanged = sql`${accounts.passwordChangedAt} is not distinct from ${sql.param(passwordChangedAt, accounts.passwordChangedAt)}`;
      const [locked] = await db
        .select()
        .from(accounts)
        .where(and(eq(accounts.ouid, ouid), isNotNull(accounts.passwordHash), isUnchanged))
        .for('no key update');
      return locked;
    },

    async setExternalId(ouid: string, externalId: string | null) {
      await db.update(accounts).set({ externalId }).where(eq(accounts.ouid, ouid));
    },

    async setSecondFactor(ouid: string, secondFactor: boolean) {
      await db.update(accounts).set({ secondFactor }).where(eq(accounts.ouid, ouid));
    },

    /** It comes first the next time. */
    async rememberSecondFactor(ouid: string, lastSecondFactor: SecondFactor) {
      await db.update(accounts).set({ lastSecondFactor }).where(eq(accounts.ouid, ouid));
    },

    /** By which factors this one was added, and until when it says no more than they; undefined where it counts at once. */
    async setNewFactor(ouid: string, factor: string, added: Account['newFactors'][string] | undefined) {
      const newFactors = added
        ? sql`${accounts.newFactors} || ${JSON.stringify({ [factor]: added })}::jsonb`
        : sql`${accounts.newFactors} - ${factor}::text`;
      await db.update(accounts).set({ newFactors }).where(eq(accounts.ouid, ouid));
    },

    /** A trigger also removes one of another system that was not replaced yet (0018). */
    async removePassword(ouid: string) {
      await db.update(accounts).set({ passwordHash: null }).where(eq(accounts.ouid, ouid));
    },

    /** A new password, set by the person who is signed in. */
    async changePassword(ouid: string, passwordHash: string) {
      const passwordChangedAt = new Date(clock.now());
      await db.update(accounts).set({ passwordHash, passwordChangedAt }).where(eq(accounts.ouid, ouid));
    },

    /** False when the account has signed in before. */
    async setPasswordBeforeFirstSignIn(ouid: string, passwordHash: string): Promise<boolean> {
      const set = await db
        .update(accounts)
        .set({ passwordHash, passwordChangedAt: new Date(clock.now()) })
        .where(and(eq(accounts.ouid, ouid), isNull(accounts.lastSignInAt)))
        .returning({ ouid: accounts.ouid });
      return set.length > 0;
    },

    /** No passkey is offered to this person before this time. */
    async postponePasskeyOffer(ouid: string, passkeyOfferFrom: Date) {
      await db.update(accounts).set({ passkeyOfferFrom }).where(eq(accounts.ouid, ouid));
    },

    /** The same password with another hash, unless it has been changed since `compared` was read. */
    async replacePasswordHash(ouid: string, compared: string, passwordHash: string) {
      const isUnchanged = eq(accounts.passwordHash, compared);
      await db
        .update(accounts)
        .set({ passwordHash })
        .where(and(eq(accounts.ouid, ouid), isUnchanged));
    },

    /** A new password, proven by a code. */
    async resetPassword(ouid: string, passwordHash: string) {
      const now = new Date(clock.now());
      await db
        .update(accounts)
        .set({ passwordHash, passwordResetAt: now, passwordChangedAt: now })
        .where(eq(accounts.ouid, ouid));
    },
  };
}

/** An account whose time is over counts as erased, also while the sweep has not come to it. */
export const isNotErased = (now: SQLWrapper) => or(isNull(accounts.closesAt), gt(accounts.closesAt, now));
